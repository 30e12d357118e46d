/**
 * Runs work of one key in order, each piece with what the one before returned: commits of one session in one
 * process build on each other instead of meeting on the server.
 */
export class CommitLine<T> {
  readonly #tails = new Map<string, Promise<T | null>>();

  /** Keys for which work is running or waiting. */
  get size(): number {
    return this.#tails.size;
  }

  /**
   * @param work receives what the work before returned; `null` if there was none, or it failed
   * @returns what the work returns
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
