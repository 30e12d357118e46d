/** Maximum sessions whose times are remembered; others are extended more often than necessary. */
const MAX_SESSIONS = 10_000;

/**
 * Remembers when this process last stored or extended each session, so that it is extended in the store at most once
 * per interval.
 */
export class TouchTimes {
  readonly #times = new Map<string, number>();
  readonly #interval: number;
  readonly #now: () => number;

  /** @param interval milliseconds */
  constructor(interval: number, now: () => number) {
    this.#interval = interval;
    this.#now = now;
  }

  isDue(id: string): boolean {
    const noted = this.#times.get(id) ?? -Infinity;
    const now = this.#now();
    // If the clock was set back, the session may be close to its end on the store's clock, which was not.
    return now < noted || now >= noted + this.#interval;
  }

  note(id: string): void {
    this.#times.delete(id);
    this.#times.set(id, this.#now());
    const [oldest] = this.#times.keys();
    if (this.#times.size > MAX_SESSIONS && oldest !== undefined) this.#times.delete(oldest);
  }
}
