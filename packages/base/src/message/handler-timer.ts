import type { RequestLifetimeInterface, ServerRequestInterface } from '@mortise/http-message';
import { HANDLER_TIMER } from '../symbols.js';

/** Limits the time of a handler. Time spent waiting for the client's body does not count. */
export interface HandlerTimer {
  /**
   * The function that responds when the time is up: the innermost one that was set and has not ended; `null` if it is
   * the adapter.
   */
  readonly responder: ((error: Error) => void) | null;

  /**
   * Sets the function that responds when the time of a nested call is up, such as that of a route's callback inside its
   * middleware.
   *
   * @param responder called at most once, with an error whose `status` is 503; its limit has then ended. The next outer
   *   responder is called when its own time is up, but at the earliest a second later; the adapter is the last.
   * @param outside the {@link responder} before the call; responders set during the call are inside the new one
   * @param milliseconds the time from now on, during which the outer limits are paused; default: the time of the next
   *   outer limit
   */
  onTimeout(
    responder: (error: Error) => void,
    outside: ((error: Error) => void) | null,
    milliseconds?: number,
  ): void;

  /**
   * Ends the limit of a responder because its call has finished; does nothing if it has already ended. The outer limits
   * continue with their remaining time.
   */
  endLimit(responder: (error: Error) => void): void;

  /** Reports an error that the handler threw after its time was up. */
  reportLate(error: unknown): void;
}

/** A lifetime with a timer. It is a member, because a keyed value would cost more for every request. */
export interface TimedLifetime extends RequestLifetimeInterface {
  [HANDLER_TIMER]?: HandlerTimer;
}

/** Returns the timer of a request; `undefined` if its adapter has none, or if there is no adapter. */
export function handlerTimer(request: ServerRequestInterface): HandlerTimer | undefined {
  const lifetime: TimedLifetime = request.getLifetime();
  return lifetime[HANDLER_TIMER];
}
