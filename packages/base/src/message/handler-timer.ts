import type { RequestLifetimeInterface, ServerRequestInterface } from '@mortise/http-message';
import { HANDLER_TIMER } from '../symbols.js';

/** Measures the time of a handler. The time in which a read of the body waits for the client does not count. */
export interface HandlerTimer {
  /** Who responds when the time is up, as it was set last; `null`: the adapter. */
  readonly responder: ((error: Error) => void) | null;

  /**
   * Sets who responds when the time is up. The last call counts.
   *
   * @param responder called at most once, with an error whose `status` is 503. If no response follows within a second, the
   *   adapter responds nevertheless.
   * @param milliseconds from now on; default: what is left of the adapter's own limit
   */
  onTimeout(responder: (error: Error) => void, milliseconds?: number): void;

  /** Reports what the handler threw after its time was up. */
  reportLate(error: unknown): void;
}

/** A lifetime with a timer. A value by a key would cost every request more. */
export interface TimedLifetime extends RequestLifetimeInterface {
  [HANDLER_TIMER]?: HandlerTimer;
}

/** Returns the timer of a request; `undefined` if its adapter has none, and for a request without an adapter. */
export function handlerTimer(request: ServerRequestInterface): HandlerTimer | undefined {
  const lifetime: TimedLifetime = request.getLifetime();
  return lifetime[HANDLER_TIMER];
}
