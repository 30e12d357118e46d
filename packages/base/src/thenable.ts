import type { Awaitable } from '@mortise/http-message';

/**
 * Whether a value is a promise, or another object with a method `then`. Synchronous code checks results with this, so
 * that it creates no promises. Functions, and objects whose `then` is not a function, are not thenable.
 */
export function isThenable<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Partial<PromiseLike<T>>).then === 'function'
  );
}

/** Calls `next` with a value: synchronously, unless the value is a promise. */
export function andThen<T, U>(value: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> {
  return isThenable(value) ? value.then(next) : next(value);
}

/**
 * Ignores the rejection of an unused result, because an unhandled rejection would end the process. Accepts any value.
 */
export function ignoreRejection(result: unknown): void {
  if (isThenable(result)) result.then(null, () => undefined);
}
