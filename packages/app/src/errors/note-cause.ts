import { isError } from './error-facts.js';

/**
 * Makes an error the cause of the failure of its handler, so that the log shows both. Does nothing if the failure has
 * another cause, cannot be changed, or is itself among the causes of the error.
 */
export function noteCause(failure: unknown, error: unknown): void {
  if (!isError(failure) || !Object.isExtensible(failure)) return;
  for (let inner = error; isError(inner); inner = inner.cause) if (inner === failure) return;
  failure.cause ??= error;
}
