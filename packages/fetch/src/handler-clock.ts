import type { BodyWatcher } from '@mortise/base/adapter';
import type { FetchAdapterError } from './fetch-adapter-error.js';
import { type KeptContext, keptContext } from './request-context.js';
import { SHARED_FROM, type Timeout, type Timeouts } from './timeouts.js';

/** The request whose handler is measured. */
export interface Measured {
  /** The time begins to count: within 250 ms of the start. */
  listen(): void;
  /** The time is up; called once, in the context of the start. */
  expire(): void;
}

/**
 * Measures how long a handler runs. The clock stops while a read waits for bytes of the client: the
 * limits of the body apply then.
 *
 * Most handlers respond before the next tick of the timer that requests share. What runs before that is not counted: to
 * read the time, and to start a timeout, would be a tenth of the adapter's work.
 */
export class HandlerClock implements BodyWatcher {
  /** Who responds when the time is up, at most once; `null`: the adapter. */
  responder: ((error: Error) => void) | null = null;
  /** Why the handler's response is not awaited any more; `null` until the time is up. */
  timeout: FetchAdapterError | null = null;
  /** Milliseconds that the handler can run. */
  limit: number;
  readonly #timeouts: Timeouts;
  /** Milliseconds left. */
  #left: number;
  #since = 0;
  #waiting = false;
  /** Whether the time counts: from the tick on. */
  #counts = false;
  /** From the start to the end. */
  #measured: Measured | null = null;
  /** Where it expires; `null` before its start. */
  #context: KeptContext | null = null;
  #tick: Timeout | null = null;
  #timeout: Timeout | null = null;

  /** @param limit milliseconds that the handler can run */
  constructor(timeouts: Timeouts, limit: number) {
    this.#timeouts = timeouts;
    this.limit = this.#left = limit;
  }

  /** Begins to measure: what it calls before its {@link end} runs in the current context. */
  start(measured: Measured): void {
    this.#context = keptContext();
    this.#measured = measured;
    this.#begin();
    this.#tick = this.#timeouts.defer(() => {
      measured.listen();
      this.#counts = true;
      if (this.#timeout === null) this.#go();
    });
  }

  /** Sets the time from now on; it runs if it has run. */
  allow(milliseconds: number): void {
    this.#stop();
    this.limit = this.#left = milliseconds;
    this.#begin();
  }

  end(): void {
    // What is left does not matter any more: reading the time takes 0.3 µs on Deno.
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
    if (this.#timeout === null) return;
    this.#stop();
    this.#left -= performance.now() - this.#since;
  }

  bodyRests(): void {
    this.#waiting = false;
    this.#go();
  }

  /** A short limit counts from now on. */
  #begin(): void {
    if (this.#left < SHARED_FROM) this.#counts = true;
    this.#go();
  }

  /** Unless nothing counts yet, it has not started, or a read waits. */
  #go(): void {
    if (!this.#counts || this.#measured === null || this.#waiting) return;
    this.#since = performance.now();
    this.#timeout = this.#timeouts.start(Math.max(0, this.#left), () => {
      this.runLater(() => this.#measured?.expire());
    });
  }

  #stop(): void {
    this.#timeout?.end();
    this.#timeout = null;
  }
}
