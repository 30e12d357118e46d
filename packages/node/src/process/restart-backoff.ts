const FIRST = 100;
const MAX_DELAY = 30_000;

/** Milliseconds without a failure after which the delay starts from the beginning. */
const RESET_AFTER = 60_000;

/** How long to wait before a failed worker is replaced: doubles each time, up to a maximum. */
export class RestartBackoff {
  #failures = 0;
  #until = -Infinity;

  /**
   * Counts a failure.
   *
   * @param now milliseconds, of any monotonic clock
   * @returns milliseconds to wait
   */
  next(now: number): number {
    if (now - this.#until > RESET_AFTER) this.#failures = 0;
    const delay = Math.min(MAX_DELAY, FIRST * 2 ** this.#failures++);
    this.#until = now + delay;
    return delay;
  }
}
