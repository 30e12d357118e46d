import { httpError } from 'mortise';
import { TRY_AGAIN } from './unavailable.js';

/**
 * Does work a few pieces at a time, in the order of the calls: what would take all connections to the database leaves some.
 *
 * @param pieces done at the same time
 * @param waiting others that wait for these; more are refused with 503 `BUSY`
 */
export function atMost(
  pieces: number,
  waiting: number,
): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const queue: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < pieces) running += 1;
    else if (queue.length < waiting) await new Promise<void>((resolve) => queue.push(resolve));
    else throw httpError(503, TRY_AGAIN, { code: 'BUSY' });
    try {
      return await work();
    } finally {
      const next = queue.shift(); // takes the place of this one
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
