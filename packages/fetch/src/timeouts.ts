import { LONGEST_TIMER } from '@mortise/base/options';

/** A running timeout. */
export interface Timeout {
  /** Ends the timeout, unless it has expired. */
  end(): void;
}

/** Starts timeouts. */
export interface Timeouts {
  /**
   * Starts a timeout, which never expires early.
   *
   * @param milliseconds a non-negative integer
   * @param expire called once, unless the timeout is ended first; must not throw
   */
  start(milliseconds: number, expire: () => void): Timeout;

  /**
   * Calls a function within 250 ms, unless the timeout is ended first; synchronously if it would need its own timer.
   */
  defer(run: () => void): Timeout;
}

/** Minimum milliseconds of timeouts that can share a timer, and can therefore expire two ticks late. */
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
