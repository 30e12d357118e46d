import { type BodyWatcher, NestedTimeLimits } from '@mortise/base/adapter';
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
 * Measures how long a handler runs. The clock stops while a read of the body waits for the client, when the body
 * timeouts apply instead.
 */
export class HandlerClock extends NestedTimeLimits<NodeAdapterError> implements BodyWatcher {
  readonly #handling: Deadlines<HandlerClock>;
  readonly #measured: Measured;
  #since = 0;
  #running = false;
  #waiting = false;
  /** Used until the clock first stops; for most requests, it never does. */
  #wait: Wait<HandlerClock> | null = null;
  /** Used after the clock first stopped. */
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;

  /** @param limit milliseconds that the handler can run */
  constructor(handling: Deadlines<HandlerClock>, measured: Measured, limit: number) {
    super(limit);
    this.#handling = handling;
    this.#measured = measured;
  }

  protected override timeoutAfter(milliseconds: number): NodeAdapterError {
    return NodeAdapterError.handlerTimeout(milliseconds);
  }

  protected override run(): void {
    this.#stopped = true;
    if (this.#running && !this.#waiting) this.#go();
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
    this.halt();
  }

  bodyRests(): void {
    this.#waiting = false;
    if (this.#running) this.#go();
  }

  /** Called when the time is up. */
  expire(): void {
    // oxlint-disable-next-line typescript/unbound-method -- called with `this`
    this.#measured.context.runInAsyncScope(this.#expire, this);
  }

  #expire(): void {
    const timeout = this.expireInnermost();
    if (timeout !== null) this.#measured.giveUp(503, timeout);
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
    this.#timer = setTimeout(expire, Math.max(1, this.counting.left)).unref();
  }

  protected override halt(): void {
    if (this.#wait === null && this.#timer === null) return;
    this.#stop();
    this.counting.left -= performance.now() - this.#since;
  }

  #stop(): void {
    this.#wait?.end();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#wait = this.#timer = null;
  }
}
