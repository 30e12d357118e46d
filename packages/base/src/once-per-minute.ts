const MINUTE = 60_000;

/**
 * Creates a function that returns `true` at most once a minute: for reports of what many requests cause. A clock that is set
 * back silences them for another minute at most.
 *
 * @param now milliseconds
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
