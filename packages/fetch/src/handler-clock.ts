import { type BodyWatcher, NestedTimeLimits } from '@mortise/base/adapter';
import { FetchAdapterError } from './fetch-adapter-error.js';
import { type KeptContext, keptContext } from './request-context.js';
import { SHARED_FROM, type Timeout, type Timeouts } from './timeouts.js';

/** The request whose handler is measured. */
export interface Measured {
  /** Called when time begins to count, within 250 ms of the start. */
  listen(): void;
  /** Called once, in the context of the start, when the time is up and no other code responds. */
  giveUp(reason: FetchAdapterError): void;
}

/**
 * Measures how long a handler runs. The clock stops while a read of the body waits for the client, when the body limits
 * apply instead.
 *
 * Most handlers respond before the next tick of the timer that requests share. Time before that tick is not counted,
 * because reading the clock and starting a timeout would be a tenth of the adapter's work.
 */
export class HandlerClock extends NestedTimeLimits<FetchAdapterError> implements BodyWatcher {
  readonly #timeouts: Timeouts;
  #since = 0;
  #waiting = false;
  /** Whether time counts: from that tick on. */
  #counts = false;
  /** Set from the start to the end. */
  #measured: Measured | null = null;
  /** The context in which the clock expires; `null` before its start. */
  #context: KeptContext | null = null;
  #tick: Timeout | null = null;
  #timeout: Timeout | null = null;

  /** @param limit milliseconds that the handler can run */
  constructor(timeouts: Timeouts, limit: number) {
    super(limit);
    this.#timeouts = timeouts;
  }

  protected override timeoutAfter(milliseconds: number): FetchAdapterError {
    return FetchAdapterError.handlerTimeout(milliseconds);
  }

  /** Starts the clock. What it calls until its {@link end} runs in the current context. */
  start(measured: Measured): void {
    this.#context = keptContext();
    this.#measured = measured;
    this.run();
    this.#tick = this.#timeouts.defer(() => {
      measured.listen();
      this.#counts = true;
      if (this.#timeout === null) this.#go();
    });
  }

  end(): void {
    // The remaining time is not updated, because it no longer matters: reading the clock takes 0.3 µs on Deno.
    this.#stop();
    this.#tick?.end();
    this.#measured = null;
  }

  /** Calls a function in the context of the request, for a timer or a signal. */
  runLater(call: () => void): void {
    if (this.#context === null) call();
    else this.#context.runInAsyncScope(call, undefined);
  }

  bodyWaits(): void {
    this.#waiting = true;
    this.halt();
  }

  bodyRests(): void {
    this.#waiting = false;
    this.#go();
  }

  /** Continues the clock. A short limit counts from now on. */
  protected override run(): void {
    if (this.counting.left < SHARED_FROM) this.#counts = true;
    this.#go();
  }

  protected override halt(): void {
    if (this.#timeout === null) return;
    this.#stop();
    this.counting.left -= performance.now() - this.#since;
  }

  /** Starts the timeout, unless time does not count yet, the clock is not running, or a read waits. */
  #go(): void {
    if (!this.#counts || this.#measured === null || this.#waiting) return;
    this.#since = performance.now();
    this.#timeout = this.#timeouts.start(Math.max(0, this.counting.left), () => {
      this.runLater(() => {
        const timeout = this.expireInnermost();
        if (timeout !== null) this.#measured?.giveUp(timeout);
      });
    });
  }

  #stop(): void {
    this.#timeout?.end();
    this.#timeout = null;
  }
}
