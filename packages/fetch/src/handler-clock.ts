import type { BodyWatcher } from '@mortise/base/adapter';
import { SHARED_FROM, type Timeout, type Timeouts } from './timeouts.js';

/**
 * Measures how long a handler runs. The clock stops while a read waits for bytes of the client: the
 * limits of the body apply then.
 *
 * Most handlers respond before the next tick of the timer that requests share. What runs before {@link arm} is called
 * then is not counted: to read the time, and to start a timeout, would be a tenth of the adapter's work.
 */
export class HandlerClock implements BodyWatcher {
  readonly #timeouts: Timeouts;
  /** Milliseconds that the handler can run. */
  limit: number;
  /** Milliseconds left. */
  #left: number;
  #since = 0;
  #waiting: boolean;
  #armed = false;
  #expire: (() => void) | null = null;
  #timeout: Timeout | null = null;

  /**
   * @param limit milliseconds that the handler can run
   * @param waiting whether a read of the body waits
   */
  constructor(timeouts: Timeouts, limit: number, waiting = false) {
    this.#timeouts = timeouts;
    this.limit = this.#left = limit;
    this.#waiting = waiting;
  }

  /** Whether {@link start} was called, and {@link end} was not. */
  get isStarted(): boolean {
    return this.#expire !== null;
  }

  /** @param expire called once, when the time is up before {@link end} */
  start(expire: () => void): void {
    this.#expire = expire;
    // A short limit has a timer of its own.
    if (this.#left < SHARED_FROM) this.#armed = true;
    this.#go();
  }

  /** Begins to count the time. */
  arm(): void {
    this.#armed = true;
    if (this.#timeout === null) this.#go();
  }

  /** Sets the time from now on; it runs if it has run. */
  allow(milliseconds: number): void {
    const expire = this.#expire;
    this.end();
    this.limit = this.#left = milliseconds;
    if (expire !== null) this.start(expire);
  }

  end(): void {
    // What is left does not matter any more: reading the time takes 0.3 µs on Deno.
    this.#timeout?.end();
    this.#timeout = null;
    this.#expire = null;
  }

  bodyWaits(): void {
    this.#waiting = true;
    this.#halt();
  }

  bodyRests(): void {
    this.#waiting = false;
    this.#go();
  }

  /** Unless it is not armed, not started, or a read waits. */
  #go(): void {
    if (!this.#armed || this.#expire === null || this.#waiting) return;
    this.#since = performance.now();
    this.#timeout = this.#timeouts.start(Math.max(0, this.#left), () => this.#expire?.());
  }

  #halt(): void {
    if (this.#timeout === null) return;
    this.#timeout.end();
    this.#timeout = null;
    this.#left -= performance.now() - this.#since;
  }
}
