/** Retries that can be saved up. */
const MAX_SAVED = 10;
/** Retries that each request adds. */
const SHARE = 0.1;

/**
 * How many retries a server gets: one per ten requests, and one a second. When it fails, its clients would otherwise
 * double its load.
 */
export class RetryBudget {
  readonly #now: () => number;
  #left = MAX_SAVED;
  #since: number;

  /** @param now milliseconds */
  constructor(now: () => number) {
    this.#now = now;
    this.#since = now();
  }

  /** Counts a request. */
  add(): void {
    this.#left = Math.min(MAX_SAVED, this.#left + SHARE);
  }

  /** Takes one retry. @returns whether there was one */
  take(): boolean {
    const now = this.#now();
    this.#left = Math.min(MAX_SAVED, this.#left + Math.max(0, now - this.#since) / 1_000);
    this.#since = now;
    if (this.#left < 1) return false;
    this.#left--;
    return true;
  }
}
