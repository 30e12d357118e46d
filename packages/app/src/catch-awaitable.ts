import { isThenable } from '@mortise/base';
import type { Awaitable } from '@mortise/http-message';

/**
 * Returns the result of `attempt`; if it throws or rejects, calls `otherwise` with the error and returns its result.
 */
export function catchAwaitable<T>(
  attempt: () => Awaitable<T>,
  otherwise: (error: unknown) => Awaitable<T>,
): Awaitable<T> {
  let result: Awaitable<T>;
  try {
    result = attempt();
  } catch (error) {
    return otherwise(error);
  }
  return isThenable(result) ? result.then(undefined, otherwise) : result;
}
