/** How many requests a client may send in a time. */
export interface RateLimitPolicy {
  /** 1 to 64 letters, digits, `.`, `_` and `-`; clients see it. */
  readonly name: string;

  /** What the requests of one window may cost together: an integer of at least 1. */
  readonly limit: number;

  /** Whole seconds. */
  readonly window: number;

  /**
   * `'sliding'` (default) counts the window before by the part of it that is still within the last `window` seconds.
   * `'fixed'` forgets it: at a border of windows twice the limit passes, at half the calls of the store.
   */
  readonly kind?: 'sliding' | 'fixed';
}

/** One policy after a request was counted. */
export interface RateLimitState {
  readonly name: string;
  readonly limit: number;
  /** Seconds. */
  readonly window: number;
  readonly allowed: boolean;
  /** What later requests of this window may cost; 0 if none may. */
  readonly remaining: number;
  /** Whole seconds until the window ends. */
  readonly reset: number;
  /** Whole seconds after which the same request is allowed, if no other comes; 0 if it is allowed. */
  readonly retryAfter: number;
}

/** What is counted for a client in the two windows that matter. */
export interface WindowCounts {
  /** Of this window, with the request. */
  readonly current: number;
  /** Of the window before; 0 for a fixed window. */
  readonly previous: number;
}

/**
 * Decides whether a request is within a limit, by what was counted.
 *
 * @param cost of the request, which is in `counts.current`
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
  const room = limit - cost - current;
  // Within this window, when enough of the one before has slid out of sight.
  if (room >= 0 && previous > 0) return seconds((1 - room / previous - elapsed) * window);
  // In the next window this one is the one before, unless windows are fixed.
  const slides = kind !== 'fixed' && current > 0;
  const share = slides ? Math.max(0, 1 - (limit - cost) / current) : 0;
  return seconds((1 - elapsed + Math.min(1, share)) * window);
}

function seconds(exact: number): number {
  return Math.max(1, Math.ceil(exact));
}
