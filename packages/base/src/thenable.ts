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

/**
 * Returns a promise for an object with a method `then`, and any other value unchanged. Apply it to what other code returns,
 * before you call `then`: that of an object that is not a promise can return nothing, throw, call both functions, or call
 * them synchronously.
 */
export function settled<T>(value: T | PromiseLike<T>): T | Promise<T> {
  return isThenable(value) ? Promise.resolve(value) : value;
}

/** Calls `next` with a value: synchronously, unless the value is a promise. */
export function andThen<T, U>(value: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> {
  const result = settled(value);
  return isThenable(result) ? result.then(next) : next(result);
}

/**
 * Ignores the rejection of an unused result, because an unhandled rejection would end the process. Accepts any value.
 */
export function ignoreRejection(result: unknown): void {
  const pending = settled(result);
  if (isThenable(pending)) void pending.then(null, () => undefined);
}

/**
 * Returns the result of `attempt`; if it throws or rejects, calls `otherwise` with the error and returns its result.
 */
export function catchAwaitable<T>(
  attempt: () => Awaitable<T>,
  otherwise: (error: unknown) => Awaitable<T>,
): Awaitable<T> {
  let result: T | Promise<T>;
  try {
    result = settled(attempt());
  } catch (error) {
    return otherwise(error);
  }
  return isThenable(result) ? result.then(undefined, otherwise) : result;
}

/**
 * Returns the result of `attempt`, and calls `always` before: once the promise has settled, if the result is one; also if
 * it throws or rejects.
 */
export function finallyAwaitable<T>(attempt: () => Awaitable<T>, always: () => void): Awaitable<T> {
  const fail = (error: unknown): never => {
    always();
    throw error;
  };
  const pass = (value: T): T => {
    always();
    return value;
  };
  let result: T | Promise<T>;
  try {
    result = settled(attempt());
  } catch (error) {
    return fail(error);
  }
  return isThenable(result) ? result.then(pass, fail) : pass(result);
}

/**
 * Calls what only observes, such as an event listener or a logger: what it throws or rejects with goes to the console,
 * and changes nothing. Does not wait for a promise.
 *
 * @param name of what is called, for the console: `'rateLimit.onEvent'`
 * @param lost printed beside the failure, such as the error that a logger did not log
 */
export function observe(name: string, call: () => unknown, ...lost: readonly unknown[]): void {
  void catchAwaitable(call, (failure) => {
    try {
      console.error(`${name} failed:`, failure, ...lost);
    } catch {
      // A console that fails, too, leaves nowhere to report to.
    }
  });
}
