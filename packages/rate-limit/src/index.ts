export { clientKey } from './client-key.js';
export { RateLimitError } from './rate-limit-error.js';
export { rateLimitHeaders } from './rate-limit-headers.js';
export type { RateLimitPolicy } from './rate-limit-policy.js';
export { type RateLimitState, rateLimitState, type WindowCounts } from './rate-limit-state.js';
export { rateLimit, type RateLimitEvent, type RateLimitOptions } from './rate-limit.js';
export type { RateLimiterInterface } from './store-limiter.js';
