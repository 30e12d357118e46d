import type { Awaitable } from '@mortise/http-message';

/**
 * Whether a value is a promise, or another object with a function `then`. Synchronous code checks
 * results with it and creates no promise. Functions, and data whose `then` is not a function, are not.
 */
export function isThenable<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Partial<PromiseLike<T>>).then === 'function'
  );
}

/** Continues with a value: synchronously unless it is a promise. */
export function andThen<T, U>(value: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> {
  return isThenable(value) ? value.then(next) : next(value);
}

/** For an unused result, because an unhandled rejection would end the process. Other values are ignored. */
export function ignoreRejection(result: unknown): void {
  if (isThenable(result)) result.then(null, () => undefined);
}
