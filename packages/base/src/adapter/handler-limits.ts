import type { HandlerTimer } from '../message/handler-timer.js';
import { RESPONSE_GRACE } from './limits.js';

/** Responds when the time is up, to an error whose `status` is 503. */
type Responder = (error: Error) => void;

/** The limit of a part of the handling: a link of a ring. */
interface HandlerLimit {
  /** `null`: the adapter. */
  readonly responder: Responder | null;
  /** Its own time; `null`: that of the next one outside. */
  readonly milliseconds: number | null;
  /** Milliseconds left of its own time, which stands still while one inside has its own. */
  left: number;
  /** The next one outside. */
  outer: HandlerLimit;
}

/**
 * The limits of a request's handler, one inside the other. It is itself the outermost, that of the adapter, and closes the
 * ring. The time of the innermost one that has its own counts.
 */
export abstract class HandlerLimits<Timeout extends Error>
  implements HandlerLimit, Pick<HandlerTimer, 'endLimit' | 'onTimeout'>
{
  readonly responder = null;
  readonly milliseconds: number;
  left: number;
  /** The innermost one. */
  outer: HandlerLimit = this;
  /** Why the handler's response is not awaited any more; `null` until the time is up. */
  timeout: Timeout | null = null;

  /** @param milliseconds that the handler can run */
  constructor(milliseconds: number) {
    this.milliseconds = this.left = milliseconds;
  }

  /** Starts the timer for what is left of {@link counting}, if the handler runs. */
  protected abstract run(): void;

  /** Stops the timer, and subtracts the time for which it ran. */
  protected abstract halt(): void;

  /** Creates the error, for the time that was up. */
  protected abstract timeoutAfter(milliseconds: number | null): Timeout;

  /** The limit whose time counts. */
  protected get counting(): HandlerLimit {
    let limit = this.outer;
    while (limit.milliseconds === null) limit = limit.outer;
    return limit;
  }

  /** As of {@link HandlerTimer}. */
  onTimeout(responder: Responder, outside: Responder | null, milliseconds?: number): void {
    if (milliseconds !== undefined) this.halt();
    const inner = insideOf(outside, this);
    const own = milliseconds ?? null;
    inner.outer = { responder, milliseconds: own, left: own ?? 0, outer: inner.outer };
    if (milliseconds !== undefined) this.run();
  }

  /** As of {@link HandlerTimer}. */
  endLimit(responder: Responder): void {
    const inner = insideOf(responder, this);
    const { outer: limit } = inner;
    if (limit === this) return;
    if (limit.milliseconds !== null) this.halt();
    inner.outer = limit.outer;
    if (limit.milliseconds !== null) this.run();
  }

  /**
   * The time is up: the innermost one responds.
   *
   * @returns why, if that is the adapter
   */
  protected expireInnermost(): Timeout | null {
    const { counting, outer: innermost } = this;
    const timeout = (this.timeout ??= this.timeoutAfter(counting.milliseconds));
    if (innermost.responder === null) return timeout;
    counting.left = 0;
    this.outer = innermost.outer;
    const next = this.counting;
    next.left = Math.max(next.left, RESPONSE_GRACE);
    this.run();
    innermost.responder(timeout);
    return null;
  }
}

/** The next one inside that of a responder; inside the outermost if that has none. */
function insideOf(responder: Responder | null, outermost: HandlerLimit): HandlerLimit {
  let limit = outermost;
  while (limit.outer !== outermost && limit.outer.responder !== responder) limit = limit.outer;
  return limit;
}
