import type { Timeouts } from './timeouts.js';

/**
 * Waits for a promise with a timeout.
 *
 * @param late creates the error to reject with after `milliseconds`; a later result is ignored
 */
export function within<T>(
  work: PromiseLike<T>,
  timeouts: Timeouts,
  milliseconds: number,
  late: () => Error,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timeout = timeouts.start(milliseconds, () => {
      reject(late());
    });
    const end = (): void => {
      timeout.end();
    };
    work.then(resolve, reject);
    work.then(end, end);
  });
}
