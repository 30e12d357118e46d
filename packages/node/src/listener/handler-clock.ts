import type { BodyWatcher } from '@mortise/base/adapter';
import type { Deadlines, Wait } from '../deadlines.js';
import type { Expirable } from './exchange-host.js';

/**
 * Measures how long a handler runs. The clock stops while a read of the body waits for bytes of the client: the
 * timeouts of the body apply then.
 */
export class HandlerClock implements BodyWatcher {
  readonly #handling: Deadlines<Expirable>;
  readonly #exchange: Expirable;
  /** Milliseconds that the handler can run. */
  limit: number;
  /** Milliseconds left. */
  #left: number;
  #since = 0;
  #running = false;
  #waiting = false;
  /** Used until the first read that waits; most requests have none. */
  #wait: Wait<Expirable> | null = null;
  /** Used after that. */
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;

  /** @param timeout milliseconds that the handler can run */
  constructor(handling: Deadlines<Expirable>, exchange: Expirable, timeout: number) {
    this.#handling = handling;
    this.#exchange = exchange;
    this.limit = this.#left = timeout;
  }

  /** Sets the time from now on; it runs if it has run. */
  allow(milliseconds: number): void {
    const isRunning = this.#running;
    this.end();
    this.limit = this.#left = milliseconds;
    this.#stopped = true;
    if (isRunning) this.start();
  }

  start(): void {
    this.#running = true;
    if (!this.#waiting) this.#go();
  }

  end(): void {
    this.#running = false;
    this.#stop();
  }

  bodyWaits(): void {
    this.#waiting = true;
    this.#stopped = true;
    this.#halt();
  }

  bodyRests(): void {
    this.#waiting = false;
    if (this.#running) this.#go();
  }

  #go(): void {
    this.#since = performance.now();
    if (!this.#stopped) {
      this.#wait = this.#handling.add(this.#exchange);
      return;
    }
    const expire = (): void => {
      this.#timer = null;
      this.#exchange.expire();
    };
    this.#timer = setTimeout(expire, Math.max(1, this.#left)).unref();
  }

  #halt(): void {
    if (this.#wait === null && this.#timer === null) return;
    this.#stop();
    this.#left -= performance.now() - this.#since;
  }

  #stop(): void {
    this.#wait?.end();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#wait = this.#timer = null;
  }
}
