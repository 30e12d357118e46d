/** Milliseconds for which resets are counted. */
const PERIOD = 10_000;

/**
 * Counts the streams of one connection that are reset before their response has ended: each costs the
 * client only a few bytes and the server a whole request (CVE-2023-44487).
 */
export class ResetBudget {
  readonly #most: number;
  #since = 0;
  #resets = 0;

  /** @param most the maximum number of resets in 10 s */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Counts one reset.
   *
   * @returns whether the limit is exceeded
   */
  take(): boolean {
    const now = performance.now();
    if (now - this.#since > PERIOD) {
      this.#since = now;
      this.#resets = 0;
    }
    return ++this.#resets > this.#most;
  }
}
