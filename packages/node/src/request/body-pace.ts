import { NodeAdapterError } from '../errors.js';

/** Learns when a read of a body waits for the client. */
export interface BodyWatcher {
  bodyWaits(): void;
  /** No read waits any more. */
  bodyRests(): void;
}

/** How slowly a client may send. */
export interface PaceLimits {
  /** Bytes per second; 0 for none. */
  readonly minRate: number;
  /** Milliseconds of waiting after which it counts. */
  readonly minRateAfter: number;
}

/** Measures how fast a body arrives. Only the time counts in which a read waits for the client. */
export class BodyPace {
  readonly #watcher: BodyWatcher | null;
  readonly #limits: PaceLimits;
  #bytes = 0;
  #waited = 0;
  #since = 0;
  #waiting = false;

  constructor(watcher: BodyWatcher | null, limits: PaceLimits) {
    this.#watcher = watcher;
    this.#limits = limits;
  }

  /** A read waits. */
  wait(): void {
    if (this.#waiting) return;
    this.#waiting = true;
    this.#since = performance.now();
    this.#watcher?.bodyWaits();
  }

  /** No read waits. */
  rest(): void {
    if (!this.#waiting) return;
    this.#count();
    this.#waiting = false;
    this.#watcher?.bodyRests();
  }

  /** Bytes have arrived. @returns the error, if the client sends too slowly */
  take(bytes: number): NodeAdapterError | null {
    this.#bytes += bytes;
    if (!this.#waiting) return null;
    this.#count();
    const { minRate, minRateAfter } = this.#limits;
    if (this.#waited <= minRateAfter || this.#bytes * 1_000 >= minRate * this.#waited) return null;
    const text = `the body arrives at less than ${minRate} bytes per second`;
    return new NodeAdapterError('BODY_TOO_SLOW', text, 408);
  }

  #count(): void {
    const now = performance.now();
    this.#waited += now - this.#since;
    this.#since = now;
  }
}
