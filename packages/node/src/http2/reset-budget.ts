/** Milliseconds after which the count of resets starts again. */
const PERIOD = 10_000;

/**
 * Counts the streams of one connection that are reset before their response has ended. Each costs the client only a few
 * bytes, but the server a whole request (CVE-2023-44487).
 *
 * @param most the maximum number of resets in 10 s
 * @returns a function that counts one reset, and returns whether the limit is exceeded
 */
export function resetBudget(most: number): () => boolean {
  let since = 0;
  let resets = 0;
  return () => {
    const now = performance.now();
    if (now - since > PERIOD) {
      since = now;
      resets = 0;
    }
    return ++resets > most;
  };
}
