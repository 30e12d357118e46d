/** The wait of one entry. It is a link of a list: see {@link Deadlines}. */
export interface Wait<T> {
  readonly entry: T;
  /** The tick at which it began. */
  since: number;
  older: Wait<T> | null;
  younger: Wait<T> | null;
}

/**
 * Deadlines of many waiting things with one timer, which runs only while something waits.
 *
 * Time is counted in ticks of the timer: adding and removing read no clock, and an entry expires at
 * most one tick late. The entries form a linked list, not a `Map`: a map that many requests pass through is
 * rebuilt all the time, and each of its old tables keeps the next one alive, with all its entries, until
 * the next full garbage collection.
 */
export class Deadlines<T> {
  readonly #ticks: number;
  readonly #interval: number;
  readonly #expire: (entry: T) => void;
  #oldest: Wait<T> | null = null;
  #youngest: Wait<T> | null = null;
  #now = 0;
  #timer: NodeJS.Timeout | null = null;

  /**
   * @param timeout milliseconds until an entry expires
   * @param interval milliseconds between two checks
   * @param expire called once for each entry that waited too long; must not throw
   */
  constructor(timeout: number, interval: number, expire: (entry: T) => void) {
    this.#interval = Math.max(1, Math.min(interval, timeout));
    this.#ticks = Math.ceil(timeout / this.#interval);
    this.#expire = expire;
  }

  /** Starts the wait of an entry. */
  add(entry: T): Wait<T> {
    const wait = { entry, since: 0, older: null, younger: null };
    this.#append(wait);
    this.#timer ??= setInterval(() => {
      this.#tick();
    }, this.#interval).unref();
    return wait;
  }

  /** Restarts a wait; one that has ended stays ended. */
  renew(wait: Wait<T>): void {
    if (this.#unlink(wait)) this.#append(wait);
  }

  /** Ends a wait, unless it has already ended. */
  delete(wait: Wait<T>): void {
    this.#unlink(wait);
  }

  #append(wait: Wait<T>): void {
    wait.since = this.#now;
    wait.older = this.#youngest;
    if (this.#youngest === null) this.#oldest = wait;
    else this.#youngest.younger = wait;
    this.#youngest = wait;
  }

  /** Clears the links of the removed entry. @returns whether it was in the list */
  #unlink(wait: Wait<T>): boolean {
    const { older, younger } = wait;
    if (older === null && this.#oldest !== wait) return false;
    if (older === null) this.#oldest = younger;
    else older.younger = younger;
    if (younger === null) this.#youngest = older;
    else younger.older = older;
    wait.older = wait.younger = null;
    return true;
  }

  #tick(): void {
    this.#now++;
    while (this.#oldest !== null && this.#now - this.#oldest.since > this.#ticks) {
      const wait = this.#oldest;
      this.#unlink(wait);
      this.#expire(wait.entry);
    }
    if (this.#oldest !== null || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }
}
