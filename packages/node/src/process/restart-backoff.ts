const FIRST = 100;
const MAX_DELAY = 30_000;

/** Milliseconds without a failure after which the next one is the first again. */
const RESET_AFTER = 60_000;

/** How long to wait before a worker that failed is replaced: twice as long each time, to a limit. */
export class RestartBackoff {
  #failures = 0;
  #until = -Infinity;

  /**
   * Counts a failure.
   *
   * @param now milliseconds, of any clock that never goes back
   * @returns milliseconds to wait
   */
  next(now: number): number {
    if (now - this.#until > RESET_AFTER) this.#failures = 0;
    const delay = Math.min(MAX_DELAY, FIRST * 2 ** this.#failures++);
    this.#until = now + delay;
    return delay;
  }
}
