/** Maximum sessions whose last time is remembered; others are extended more often than needed. */
const MAX_SESSIONS = 10_000;

/**
 * When this process has extended or stored sessions: each is extended in the store again only after a while. Its cookie is
 * not sent again; that of `cookie-session.ts` is, because it contains the time.
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
    // If the clock went back, the time of the store, which did not, can already be over.
    return now < noted || now >= noted + this.#interval;
  }

  note(id: string): void {
    this.#times.delete(id);
    this.#times.set(id, this.#now());
    const [oldest] = this.#times.keys();
    if (this.#times.size > MAX_SESSIONS && oldest !== undefined) this.#times.delete(oldest);
  }
}
