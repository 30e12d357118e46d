/**
 * Deadlines of many waiting things with one timer, which runs only while something waits.
 *
 * Time is counted in ticks of the timer: adding and removing read no clock, and an entry expires at
 * most one tick late.
 */
export class Deadlines<T> {
  readonly #entries = new Map<T, number>();
  readonly #ticks: number;
  readonly #interval: number;
  readonly #expire: (entry: T) => void;
  #now = 0;
  #timer: NodeJS.Timeout | null = null;

  /**
   * @param timeout milliseconds that an entry may wait
   * @param interval milliseconds between two looks
   * @param expire called once for each entry that waited too long; must not throw
   */
  constructor(timeout: number, interval: number, expire: (entry: T) => void) {
    this.#interval = Math.max(1, Math.min(interval, timeout));
    this.#ticks = Math.ceil(timeout / this.#interval);
    this.#expire = expire;
  }

  /** Starts the wait of an entry, or starts it anew. */
  add(entry: T): void {
    this.#entries.delete(entry);
    this.#entries.set(entry, this.#now);
    this.#timer ??= setInterval(() => {
      this.#tick();
    }, this.#interval).unref();
  }

  delete(entry: T): void {
    this.#entries.delete(entry);
  }

  #tick(): void {
    this.#now++;
    for (const [entry, since] of this.#entries) {
      if (this.#now - since <= this.#ticks) return; // the rest was added later
      this.#entries.delete(entry);
      this.#expire(entry);
    }
    if (this.#entries.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }
}
