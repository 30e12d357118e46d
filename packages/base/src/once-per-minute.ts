const MINUTE = 60_000;

/**
 * Creates a function that returns `true` at most once a minute, for reports that many requests would cause. If the
 * clock is set back, it returns `false` for at most another minute.
 *
 * @param now returns the time in milliseconds
 */
export function oncePerMinute(now: () => number): () => boolean {
  let last = -Infinity;
  return () => {
    const time = now();
    last = Math.min(last, time);
    if (time - last < MINUTE) return false;
    last = time;
    return true;
  };
}
