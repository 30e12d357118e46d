import type { Awaitable } from '@mortise/http-message';

/** Whether a value is a promise. Data with a key `then` is not, unless that is a function. */
export function isPromise<T>(value: Awaitable<T>): value is PromiseLike<T> {
  if (typeof value !== 'object' || value === null || !('then' in value)) return false;
  return typeof value.then === 'function';
}
