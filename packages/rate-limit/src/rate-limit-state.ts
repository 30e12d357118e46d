import type { RateLimitPolicy } from './rate-limit-policy.js';
import { retryAfter } from './retry-after.js';

/** The state of one policy after a request was counted. */
export interface RateLimitState {
  /** The name of the policy. */
  readonly name: string;
  /** The maximum cost of the requests in one window. */
  readonly limit: number;
  /** The length of the window in seconds. */
  readonly window: number;
  /** Whether the policy allows the request. */
  readonly allowed: boolean;
  /** The cost that is left for later requests in this window; at least 0. */
  readonly remaining: number;
  /** Whole seconds until the window ends. */
  readonly reset: number;
  /**
   * Whole seconds after which the same request would be allowed if no other arrives; 0 if it is allowed now, `Infinity`
   * if it can never pass because it costs more than the limit.
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
 * Decides from the counts whether a request is within the limit of a policy.
 *
 * @param cost the cost of the request, included in `current`
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
  const left = length - (now % length);
  // Whole numbers, so that a request passes exactly when its `Retry-After` says.
  const allowed = previous * left + current * length <= limit * length;
  const others = current - cost;
  const counts = { current: allowed ? current : others, previous };
  return {
    name,
    limit,
    window,
    allowed,
    remaining: Math.max(0, Math.floor(limit - (previous * left) / length - counts.current)),
    reset: Math.ceil(left / 1_000),
    retryAfter: allowed ? 0 : retryAfter(policy, others, previous, cost, left),
  };
}
