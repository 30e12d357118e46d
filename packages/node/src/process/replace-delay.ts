const FIRST = 100;
const LONGEST = 30_000;

/** Milliseconds without a failure after which the next one is the first again. */
const CALM = 60_000;

/** How long to wait before a worker that failed is replaced: twice as long each time, to a limit. */
export class ReplaceDelay {
  #failures = 0;
  #until = -Infinity;

  /**
   * Counts a failure.
   *
   * @param now milliseconds, of any clock that never goes back
   * @returns milliseconds to wait
   */
  next(now: number): number {
    if (now - this.#until > CALM) this.#failures = 0;
    const delay = Math.min(LONGEST, FIRST * 2 ** this.#failures++);
    this.#until = now + delay;
    return delay;
  }
}
