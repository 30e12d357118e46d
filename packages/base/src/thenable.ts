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

/** For a result that nobody reads: a rejection that is not handled would end the process. Other values are ignored. */
export function ignoreRejection(result: unknown): void {
  if (isThenable(result)) result.then(null, () => undefined);
}
