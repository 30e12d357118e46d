/**
 * A value, or a promise that resolves to it.
 *
 * Code that receives a plain value passes it on without awaiting, so fully synchronous code creates no promises.
 */
export type Awaitable<T> = T | PromiseLike<T>;
