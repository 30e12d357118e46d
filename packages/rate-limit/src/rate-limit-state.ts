/** The number of requests that a client may send in a period. */
export interface RateLimitPolicy {
  /** 1 to 64 letters, digits, `.`, `_` and `-`; visible to clients. */
  readonly name: string;

  /** Maximum total cost of the requests in one window: an integer of at least 1. */
  readonly limit: number;

  /** Whole seconds. */
  readonly window: number;

  /**
   * `'sliding'` (default) also counts the previous window, in proportion to the part within the last `window` seconds.
   * `'fixed'` restarts at 0: around a boundary, twice the limit can pass, but it needs half the store calls.
   */
  readonly kind?: 'sliding' | 'fixed';
}

/** The state of one policy after a request was counted. */
export interface RateLimitState {
  readonly name: string;
  readonly limit: number;
  /** Seconds. */
  readonly window: number;
  readonly allowed: boolean;
  /** The cost left for later requests in this window; 0 for none. */
  readonly remaining: number;
  /** Whole seconds until the window ends. */
  readonly reset: number;
  /**
   * Whole seconds after which the same request is allowed if there are no others; 0 if it is allowed now, `Infinity` if it
   * costs more than the limit and can never pass.
   */
  readonly retryAfter: number;
}

/** The counts of a client in the two relevant windows. */
export interface WindowCounts {
  /** The count of this window, including the request. */
  readonly current: number;
  /** The count of the previous window; 0 for a fixed window. */
  readonly previous: number;
}

/**
 * Decides from the counts whether a request is within a limit.
 *
 * @param cost of the request, included in `counts.current`
 * @param now milliseconds since 1970; windows begin at multiples of their length
 */
export function rateLimitState(
  policy: RateLimitPolicy,
  { current, previous }: WindowCounts,
  cost: number,
  now: number,
): RateLimitState {
  const { name, limit, window } = policy;
  const length = window * 1_000;
  const elapsed = (now % length) / length;
  const used = previous * (1 - elapsed) + current;
  const allowed = used <= limit;
  const others = current - cost;
  const counts = { current: allowed ? current : others, previous };
  return {
    name,
    limit,
    window,
    allowed,
    remaining: Math.max(0, Math.floor(limit - previous * (1 - elapsed) - counts.current)),
    reset: Math.ceil((length - (now % length)) / 1_000),
    retryAfter: allowed ? 0 : waitFor(policy, others, previous, cost, elapsed),
  };
}

/** @param elapsed part of the window, 0 to 1 */
function waitFor(
  { limit, window, kind }: RateLimitPolicy,
  current: number,
  previous: number,
  cost: number,
  elapsed: number,
): number {
  if (cost > limit) return Infinity;
  const room = limit - cost - current;
  // Within this window, once the share of the previous one is small enough.
  if (room >= 0 && previous > 0) return seconds((1 - room / previous - elapsed) * window);
  // In the next window this one is the previous one, unless windows are fixed.
  const slides = kind !== 'fixed' && current > 0;
  const share = slides ? Math.max(0, 1 - (limit - cost) / current) : 0;
  return seconds((1 - elapsed + share) * window);
}

function seconds(exact: number): number {
  return Math.max(1, Math.ceil(exact));
}
