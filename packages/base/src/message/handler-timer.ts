import type { RequestLifetimeInterface, ServerRequestInterface } from '@mortise/http-message';
import { HANDLER_TIMER } from '../symbols.js';

/** Measures the time of a handler. The time in which a read of the body waits for the client does not count. */
export interface HandlerTimer {
  /** Who responds when the time is up: the innermost that was set and has not ended; `null`: the adapter. */
  readonly responder: ((error: Error) => void) | null;

  /**
   * Sets who responds when the time is up, for a call inside others that have their own responder: for the callback of a
   * route inside its layers.
   *
   * @param responder called at most once, with an error whose `status` is 503; its limit has ended then. The next one outside
   *   is called when its own time is up, but not within a second; the adapter is the last.
   * @param outside the {@link responder} before the call: those that were set during the call are inside
   * @param milliseconds from now on, while the time of those outside stands still; default: the time of the next one outside
   */
  onTimeout(
    responder: (error: Error) => void,
    outside: ((error: Error) => void) | null,
    milliseconds?: number,
  ): void;

  /** Ends the limit of a responder, unless it has ended: the call has its result. Those outside have the time that they had left. */
  endLimit(responder: (error: Error) => void): void;

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
