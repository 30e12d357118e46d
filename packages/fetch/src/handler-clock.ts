import type { BodyWatcher } from '@mortise/base/adapter';
import { LONGEST_DELAY } from './within.js';

/**
 * Measures how long a handler runs. The clock stops while a read waits for bytes of the client: the
 * limits of the body apply then.
 */
export class HandlerClock implements BodyWatcher {
  /** Milliseconds left. */
  #left: number;
  #since = 0;
  #waiting = false;
  #expire: (() => void) | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** @param timeout milliseconds that the handler can run */
  constructor(timeout: number) {
    this.#left = timeout;
  }

  /** @param expire called once, when the time is up before {@link end} */
  start(expire: () => void): void {
    this.#expire = expire;
    if (!this.#waiting) this.#go();
  }

  end(): void {
    this.#halt();
    this.#expire = null;
  }

  bodyWaits(): void {
    this.#waiting = true;
    this.#halt();
  }

  bodyRests(): void {
    this.#waiting = false;
    if (this.#expire !== null) this.#go();
  }

  #go(): void {
    this.#since = performance.now();
    this.#timer = setTimeout(() => this.#expire?.(), Math.min(this.#left, LONGEST_DELAY));
  }

  #halt(): void {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#left -= performance.now() - this.#since;
  }
}
