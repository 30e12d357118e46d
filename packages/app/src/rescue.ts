import { isThenable } from '@mortise/base';
import type { Awaitable } from '@mortise/http-message';

/** What `attempt` gives; where it fails, at once or later, what `otherwise` makes of the error. */
export function rescue<T>(
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
