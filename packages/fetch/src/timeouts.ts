import { LONGEST_TIMER } from '@mortise/base/options';

/** A timeout that runs. */
export interface Timeout {
  /** Ends it, unless it has expired. */
  end(): void;
}

/** Starts timeouts. */
export interface Timeouts {
  /**
   * Starts a timeout, which never expires early.
   *
   * @param milliseconds integer of at least 0
   * @param expire called once, unless the timeout is ended before; must not throw
   */
  start(milliseconds: number, expire: () => void): Timeout;

  /** Runs something within 250 ms, unless it is ended before; synchronously if it would need a timer of its own. */
  defer(run: () => void): Timeout;
}

/** Milliseconds from which on requests can share a timer, so that a timeout can expire two ticks late. */
export const SHARED_FROM = 1_000;

const ENDED: Timeout = { end: () => undefined };

/** One timer for each timeout. */
export const exactTimeouts: Timeouts = {
  start(milliseconds, expire) {
    const timer = setTimeout(expire, Math.min(milliseconds, LONGEST_TIMER));
    return {
      end: () => {
        clearTimeout(timer);
      },
    };
  },

  defer(run) {
    run();
    return ENDED;
  },
};
