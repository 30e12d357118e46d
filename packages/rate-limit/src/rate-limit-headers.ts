import type { RateLimitState } from './rate-limit-state.js';

/**
 * `RateLimit-Policy: "login";q=5;w=60` and `RateLimit: "login";r=4;t=60`, as structured fields.
 *
 * @param states in the order of the policies, at least one
 * @see draft-ietf-httpapi-ratelimit-headers
 */
export function rateLimitHeaders(states: readonly RateLimitState[]): {
  readonly 'RateLimit-Policy': string;
  readonly RateLimit: string;
} {
  const policies = states.map(({ name, limit, window }) => `"${name}";q=${limit};w=${window}`);
  const limits = states.map(({ name, remaining, reset }) => `"${name}";r=${remaining};t=${reset}`);
  return { 'RateLimit-Policy': policies.join(', '), RateLimit: limits.join(', ') };
}
