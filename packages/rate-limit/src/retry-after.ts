import type { RateLimitPolicy } from './rate-limit-policy.js';

/**
 * Returns the whole seconds, at least 1 and rounded up, until the same request can pass; `Infinity` if it costs more than
 * the limit.
 *
 * @param current the cost of the other requests in this window
 * @param left the milliseconds until the window ends
 */
export function retryAfter(
  { limit, window, kind }: RateLimitPolicy,
  current: number,
  previous: number,
  cost: number,
  left: number,
): number {
  const length = window * 1_000;
  if (cost > limit) return Infinity;
  const room = limit - cost - current;
  // It passes within this window, once the share of the previous window is small enough.
  if (room >= 0 && previous > 0) return seconds(left - (length * room) / previous);
  // It passes in the next window, where this one is the previous one, unless windows are fixed.
  const slides = kind !== 'fixed' && current > 0;
  const excess = slides ? Math.max(0, current - (limit - cost)) : 0;
  return seconds(left + (length * excess) / Math.max(1, current));
}

function seconds(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1_000));
}
