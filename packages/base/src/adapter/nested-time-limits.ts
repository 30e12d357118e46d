import type { HandlerTimer } from '../message/handler-timer.js';

/** Milliseconds that an outer limit has at least to respond instead of an inner one that took too long. */
const RESPONSE_GRACE = 1_000;

/** Responds when the time is up; receives an error whose `status` is 503. */
type Responder = (error: Error) => void;

/** The time limit of one part of the handling. The limits of a request form a ring. */
interface HandlerLimit {
  /** Responds on timeout; `null` for the adapter. */
  readonly responder: Responder | null;
  /** Its own time; `null` to use that of the next outer limit. */
  readonly milliseconds: number | null;
  /** Milliseconds left of its own time, which is paused while an inner limit has its own. */
  left: number;
  /** The next outer limit. */
  outer: HandlerLimit;
}

/**
 * The nested time limits of a request's handler. This object is itself the outermost limit, the adapter's, and closes
 * the ring. The time that runs is that of the innermost limit that has its own.
 */
export abstract class NestedTimeLimits<Timeout extends Error>
  implements HandlerLimit, Pick<HandlerTimer, 'endLimit' | 'onTimeout'>
{
  readonly responder = null;
  readonly milliseconds: number;
  left: number;
  /** The innermost limit, because the ring is closed. */
  outer: HandlerLimit = this;
  /** Why the handler's response is no longer awaited; `null` until the time is up. */
  timeout: Timeout | null = null;

  /** @param milliseconds the time that the handler has */
  constructor(milliseconds: number) {
    this.milliseconds = this.left = milliseconds;
  }

  /** Starts the timer for the remaining time of {@link counting}, if the handler is running. */
  protected abstract run(): void;

  /** Stops the timer, and subtracts the elapsed time. */
  protected abstract halt(): void;

  /** Creates the error for a limit of this time. */
  protected abstract timeoutAfter(milliseconds: number | null): Timeout;

  /** The limit whose time is running. */
  protected get counting(): HandlerLimit {
    let limit = this.outer;
    while (limit.milliseconds === null) limit = limit.outer;
    return limit;
  }

  /** Implements {@link HandlerTimer}. */
  onTimeout(responder: Responder, outside: Responder | null, milliseconds?: number): void {
    if (milliseconds !== undefined) this.halt();
    const inner = insideOf(outside, this);
    const own = milliseconds ?? null;
    inner.outer = { responder, milliseconds: own, left: own ?? 0, outer: inner.outer };
    if (milliseconds !== undefined) this.run();
  }

  /** Implements {@link HandlerTimer}. */
  endLimit(responder: Responder): void {
    const inner = insideOf(responder, this);
    const { outer: limit } = inner;
    if (limit === this) return;
    if (limit.milliseconds !== null) this.halt();
    inner.outer = limit.outer;
    if (limit.milliseconds !== null) this.run();
  }

  /**
   * Lets the innermost limit respond, because the time is up.
   *
   * @returns the error if the adapter has to respond; otherwise `null`
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

/** Returns the limit directly inside a responder's; directly inside the outermost if the responder has none. */
function insideOf(responder: Responder | null, outermost: HandlerLimit): HandlerLimit {
  let limit = outermost;
  while (limit.outer !== outermost && limit.outer.responder !== responder) limit = limit.outer;
  return limit;
}
