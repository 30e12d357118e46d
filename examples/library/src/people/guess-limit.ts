import { clientKey, RateLimitError, rateLimitState } from '@mortise/rate-limit';
import type { StoreInterface } from '@mortise/store';
import type { ServerRequestInterface } from 'mortise';
import type { Person } from './person.js';

const WINDOW = 60; // seconds

/**
 * Limits wrong passwords, not requests: an import sends many with the right one. Each check is counted before it begins, so that
 * guesses at the same time are counted too, and a right password is taken off again.
 *
 * @param limit wrong passwords of one address in a minute; the next check is a `RateLimitError`. While the store is away,
 *   nothing is limited.
 * @returns a function that checks a password, unless the address of the request has guessed too often
 */
export function guessLimit(store: StoreInterface, limit: number) {
  const policy = { name: 'passwords', limit, window: WINDOW, kind: 'fixed' } as const;
  return async (request: ServerRequestInterface, verify: () => Promise<Person | null>) => {
    const time = Date.now();
    const address = clientKey(request.getServerParams()['REMOTE_ADDR'] ?? '');
    const key = `guesses:${Math.floor(time / (WINDOW * 1_000))}:${address}`;
    const add = (count: number) =>
      store.increment(key, count, WINDOW * 1_000).catch(() => ({ value: 0 }));
    const { value } = await add(1);
    const state = rateLimitState(policy, { current: value, previous: 0 }, 1, time);
    if (!state.allowed) throw new RateLimitError([state]);
    const person = await verify();
    if (person !== null) await add(-1);
    return person;
  };
}
