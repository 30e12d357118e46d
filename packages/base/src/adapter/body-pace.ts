/** Notified when a read of a body waits for the client. */
export interface BodyWatcher {
  /** Called when a read begins to wait. */
  bodyWaits(): void;
  /** Called when the read stops waiting. */
  bodyRests(): void;
}

/** The minimum rate at which a client must send. */
export interface PaceLimits<TooSlow extends Error> {
  /** Bytes per second; 0 for no limit. */
  readonly minRate: number;
  /** Milliseconds of waiting after which the rate is checked. */
  readonly minRateAfter: number;
  /** Creates the error for a client that sends too slowly. */
  readonly tooSlow: () => TooSlow;
}

/** Measures how fast a body arrives, counting only the time in which a read waits for the client. */
export class BodyPace<TooSlow extends Error> {
  readonly #watcher: BodyWatcher | null;
  readonly #limits: PaceLimits<TooSlow>;
  #bytes = 0;
  #waited = 0;
  #since = 0;
  #waiting = false;

  constructor(watcher: BodyWatcher | null, limits: PaceLimits<TooSlow>) {
    this.#watcher = watcher;
    this.#limits = limits;
  }

  /** Must be called when a read begins to wait. */
  wait(): void {
    if (this.#waiting) return;
    this.#waiting = true;
    this.#since = performance.now();
    this.#watcher?.bodyWaits();
  }

  /** Must be called when the read stops waiting. */
  rest(): void {
    if (!this.#waiting) return;
    this.#count();
    this.#waiting = false;
    this.#watcher?.bodyRests();
  }

  /**
   * Counts bytes that have arrived.
   *
   * @returns the error if the client sends too slowly; otherwise `null`
   */
  take(bytes: number): TooSlow | null {
    this.#bytes += bytes;
    if (!this.#waiting) return null;
    this.#count();
    const { minRate, minRateAfter, tooSlow } = this.#limits;
    if (this.#waited <= minRateAfter || this.#bytes * 1_000 >= minRate * this.#waited) return null;
    return tooSlow();
  }

  #count(): void {
    const now = performance.now();
    this.#waited += now - this.#since;
    this.#since = now;
  }
}
