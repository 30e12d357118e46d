import type { Awaitable } from '@mortise/http-message';

/** Whether a value has yet to come. Data that merely has a key `then` is no promise. */
export function isPromise<T>(value: Awaitable<T>): value is PromiseLike<T> {
  if (typeof value !== 'object' || value === null || !('then' in value)) return false;
  return typeof value.then === 'function';
}
