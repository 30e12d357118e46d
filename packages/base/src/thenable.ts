/**
 * Whether a value is a promise, or another object with a function `then`. A synchronous path checks a
 * result with this and creates no promise. Functions and data with a key `then` are not.
 */
export function isThenable<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Partial<PromiseLike<T>>).then === 'function'
  );
}
