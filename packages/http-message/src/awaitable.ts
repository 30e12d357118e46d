/**
 * A value, or a promise of it.
 *
 * Code that receives one passes a plain value on without waiting, so that fully synchronous code
 * creates no promise.
 */
export type Awaitable<T> = T | PromiseLike<T>;
