import { parseHttpDate } from '@mortise/http-syntax';

/** How long to wait between two attempts. */
export interface DelayRules {
  /** Milliseconds: the upper bound of the first delay, which doubles with each attempt. */
  readonly base: number;
  /** Milliseconds: the upper bound of every delay. */
  readonly max: number;
  /** Milliseconds: a longer `Retry-After` is not waited for. */
  readonly maxRetryAfter: number;
  /** Returns a random number from 0 up to, but not including, 1. */
  readonly random: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Returns how long to wait before the next attempt: at random up to a bound that doubles, so that clients that failed
 * together do not retry together.
 *
 * @param attempt the number of the failed attempt: 1 for the first
 * @param retryAfter the response header, `''` if absent: the minimum delay
 * @returns milliseconds; `null` if the server requests more than `maxRetryAfter`, or a delay that cannot be read
 * @see RFC 9110 10.2.3
 */
export function retryDelay(attempt: number, retryAfter: string, rules: DelayRules): number | null {
  const { base, max, maxRetryAfter, random, now } = rules;
  const jitter = random() * Math.min(max, base * 2 ** (attempt - 1));
  const asked = askedDelay(retryAfter, now());
  if (asked > maxRetryAfter) return null;
  return asked + jitter;
}

function askedDelay(retryAfter: string, now: number): number {
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1_000;
  if (retryAfter === '') return 0;
  const date = parseHttpDate(retryAfter);
  return date === null ? Infinity : Math.max(0, date.getTime() - now);
}
