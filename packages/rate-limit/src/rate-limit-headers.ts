import type { RateLimitState } from './rate-limit-state.js';

/**
 * Returns the headers `RateLimit-Policy: "login";q=5;w=60` and `RateLimit: "login";r=4;t=60`, as structured fields. `t`
 * is the number of seconds until the window ends. For a refused policy, it is the number of seconds until the request
 * can pass, and is omitted if it never can.
 *
 * @param states at least one, in the order of the policies
 * @see draft-ietf-httpapi-ratelimit-headers
 */
export function rateLimitHeaders(states: readonly RateLimitState[]): {
  readonly 'RateLimit-Policy': string;
  readonly RateLimit: string;
} {
  const policies = states.map(({ name, limit, window }) => `"${name}";q=${limit};w=${window}`);
  const limits = states.map(({ name, remaining, allowed, reset, retryAfter }) => {
    // At least 1 second, for a custom limiter that does not know the time.
    const time = allowed ? reset : Math.max(1, retryAfter);
    return `"${name}";r=${remaining}${time === Infinity ? '' : `;t=${time}`}`;
  });
  return { 'RateLimit-Policy': policies.join(', '), RateLimit: limits.join(', ') };
}
