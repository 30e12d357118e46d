/** A promise that notes whether code waits for it. */
class NotedPromise<T> extends Promise<T> {
  /** What `then` returns is not noted. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  isAwaited = false;

  override then<R = T, E = never>(
    onResolved?: ((value: T) => R | PromiseLike<R>) | null,
    onRejected?: ((reason: unknown) => E | PromiseLike<E>) | null,
  ): Promise<R | E> {
    this.isAwaited = true;
    return super.then(onResolved, onRejected);
  }
}

/**
 * Returns a promise with the outcome of another one. If it rejects, and no code has awaited it or called `then` or
 * `catch`, the error is reported instead of ending the process.
 *
 * @param report called once the code that can run immediately has run
 */
export function reportUnawaited<T>(work: Promise<T>, report: (error: unknown) => void): Promise<T> {
  const noted = new NotedPromise<T>((resolve) => {
    resolve(work);
  });
  work.catch((error: unknown) => {
    setTimeout(() => {
      if (!noted.isAwaited) report(error);
    });
  });
  // Not a wait of the caller: without it, the rejection would be unhandled.
  void Promise.prototype.then.call(noted, null, () => undefined);
  return noted;
}
