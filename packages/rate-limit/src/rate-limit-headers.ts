import type { RateLimitState } from './rate-limit-state.js';

/**
 * `RateLimit-Policy: "login";q=5;w=60` and `RateLimit: "login";r=4;t=60`, as structured fields. `t` is the time until the
 * window ends; in a refusal that until the request passes, as in `Retry-After` (`rate-limit-error.ts`), or none if it never
 * does.
 *
 * @param states in the order of the policies, at least one
 * @see draft-ietf-httpapi-ratelimit-headers
 */
export function rateLimitHeaders(states: readonly RateLimitState[]): {
  readonly 'RateLimit-Policy': string;
  readonly RateLimit: string;
} {
  const policies = states.map(({ name, limit, window }) => `"${name}";q=${limit};w=${window}`);
  const limits = states.map(({ name, remaining, allowed, reset, retryAfter }) => {
    // At least 1, for a custom limiter that does not know the time.
    const time = allowed ? reset : Math.max(1, retryAfter);
    return `"${name}";r=${remaining}${time === Infinity ? '' : `;t=${time}`}`;
  });
  return { 'RateLimit-Policy': policies.join(', '), RateLimit: limits.join(', ') };
}
