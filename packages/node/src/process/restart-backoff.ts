const FIRST = 100;
const MAX_DELAY = 30_000;

/** Milliseconds without a failure after which the delay is reset. */
const RESET_AFTER = 60_000;

/**
 * Computes how long to wait before replacing a failed worker: the delay doubles each time, up to a maximum.
 *
 * @returns a function that counts a failure at `now`, in milliseconds of any monotonic clock, and returns the
 *   milliseconds to wait
 */
export function restartBackoff(): (now: number) => number {
  let failures = 0;
  let until = -Infinity;
  return (now) => {
    if (now - until > RESET_AFTER) failures = 0;
    const delay = Math.min(MAX_DELAY, FIRST * 2 ** failures++);
    until = now + delay;
    return delay;
  };
}
