/** The wait of one entry: a node of the circular linked list of its {@link Deadlines}. */
export class Wait<T> {
  readonly entry: T;
  /** The tick at which it began. */
  since = 0;
  /** Like `younger`, the wait itself once it has ended. */
  older: Wait<T> = this;
  younger: Wait<T> = this;

  constructor(entry: T) {
    this.entry = entry;
  }

  /** Ends the wait, unless it has already ended. */
  end(): void {
    this.older.younger = this.younger;
    this.younger.older = this.older;
    this.older = this.younger = this;
  }
}

/**
 * Deadlines of many entries with a single timer, which runs only while any entry waits.
 *
 * Time is counted in timer ticks, so adding and removing entries does not read the clock, and an entry expires at most
 * one tick late. The entries form a linked list, not a `Map`: a map with constant insertions and deletions is rebuilt
 * all the time, and each old table keeps the next one alive, with all its entries, until the next full garbage
 * collection.
 */
export class Deadlines<T> {
  readonly #ticks: number;
  readonly #interval: number;
  readonly #expire: (entry: T) => void;
  /** The sentinel of the list: the oldest wait follows it, the youngest precedes it. */
  readonly #ring = new Wait<T | null>(null);
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
    const wait = new Wait(entry);
    this.#append(wait);
    this.#timer ??= setInterval(() => {
      this.#tick();
    }, this.#interval).unref();
    return wait;
  }

  /** Restarts a wait, unless it has ended. */
  renew(wait: Wait<T>): void {
    if (wait.younger === wait) return;
    wait.end();
    this.#append(wait);
  }

  #append(wait: Wait<T | null>): void {
    const ring = this.#ring;
    wait.since = this.#now;
    wait.older = ring.older;
    wait.younger = ring;
    ring.older = ring.older.younger = wait;
  }

  #tick(): void {
    this.#now++;
    const ring = this.#ring;
    while (ring.younger !== ring && this.#now - ring.younger.since > this.#ticks) {
      const wait = ring.younger;
      wait.end();
      this.#expire(wait.entry as T);
    }
    if (ring.younger !== ring || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }
}
