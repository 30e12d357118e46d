import { type BodyWatcher, RESPONSE_GRACE } from '@mortise/base/adapter';
import type { AsyncResource } from 'node:async_hooks';
import type { Deadlines, Wait } from '../deadlines.js';
import { NodeAdapterError } from '../node-adapter-error.js';

/** The request whose handler is measured. */
interface Measured {
  readonly context: AsyncResource;
  /** Responds instead of the handler. */
  giveUp(status: number, error: NodeAdapterError): void;
}

/**
 * Measures how long a handler runs. The clock stops while a read of the body waits for bytes of the client: the
 * timeouts of the body apply then.
 */
export class HandlerClock implements BodyWatcher {
  /** Who responds when the time is up, at most once; `null`: the adapter. */
  responder: ((error: Error) => void) | null = null;
  /** Why the handler's response is not awaited any more; `null` until the time is up. */
  timeout: NodeAdapterError | null = null;
  readonly #handling: Deadlines<HandlerClock>;
  readonly #measured: Measured;
  /** Milliseconds that the handler can run. */
  #limit: number;
  /** Milliseconds left. */
  #left: number;
  #since = 0;
  #running = false;
  #waiting = false;
  /** Used until the first read that waits; most requests have none. */
  #wait: Wait<HandlerClock> | null = null;
  /** Used after that. */
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;

  /** @param limit milliseconds that the handler can run */
  constructor(handling: Deadlines<HandlerClock>, measured: Measured, limit: number) {
    this.#handling = handling;
    this.#measured = measured;
    this.#limit = this.#left = limit;
  }

  /** Sets the time from now on; it runs if it has run. */
  allow(milliseconds: number): void {
    const isRunning = this.#running;
    this.end();
    this.#limit = this.#left = milliseconds;
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

  /** The time is up. */
  expire(): void {
    // oxlint-disable-next-line typescript/unbound-method -- called with `this`
    this.#measured.context.runInAsyncScope(this.#expire, this);
  }

  #expire(): void {
    const { responder } = this;
    this.timeout ??= NodeAdapterError.handlerTimeout(this.#limit);
    if (responder === null) {
      this.#measured.giveUp(503, this.timeout);
      return;
    }
    this.responder = null;
    this.allow(RESPONSE_GRACE);
    responder(this.timeout);
  }

  #go(): void {
    this.#since = performance.now();
    if (!this.#stopped) {
      this.#wait = this.#handling.add(this);
      return;
    }
    const expire = (): void => {
      this.#timer = null;
      this.expire();
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
