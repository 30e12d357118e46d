/**
 * Runs the tasks of each key in order, and passes each the previous task's result. Concurrent commits of a session in
 * one process build on each other instead of conflicting in the store.
 */
export class CommitLine<T> {
  readonly #tails = new Map<string, Promise<T | null>>();

  /** Keys for which a task is running or waiting. */
  get size(): number {
    return this.#tails.size;
  }

  /**
   * @param work receives the previous task's result; `null` if there was none or it failed
   * @returns the result of the task
   */
  async run(key: string, work: (previous: T | null) => Promise<T | null>): Promise<T | null> {
    const before = this.#tails.get(key) ?? Promise.resolve(null);
    const result = before.then(work);
    const tail = result.catch(() => null);
    this.#tails.set(key, tail);
    try {
      return await result;
    } finally {
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    }
  }
}
