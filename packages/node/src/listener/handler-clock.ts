import type { BodyWatcher } from '@mortise/base/adapter';
import type { Deadlines, Wait } from '../deadlines.js';
import type { Expirable } from './exchange-host.js';

/**
 * Measures how long the handler of a request with a body runs. The clock stops while a read waits for
 * bytes of the client: the timeouts of the body apply then.
 */
export class HandlerClock implements BodyWatcher {
  readonly #handling: Deadlines<Expirable>;
  readonly #exchange: Expirable;
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
    this.#left = timeout;
  }

  start(): void {
    this.#running = true;
    if (!this.#waiting) this.#go();
  }

  end(): void {
    this.#running = false;
    this.#halt();
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
    this.#wait?.end();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#wait = this.#timer = null;
    this.#left -= performance.now() - this.#since;
  }
}
