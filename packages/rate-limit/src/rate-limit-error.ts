import { brand, CodedError, HTTP_ERROR } from '@mortise/base';
import type { RateLimitState } from './rate-limit-state.js';
import { rateLimitHeaders } from './rate-limit-headers.js';

const NEVER = 'The request costs more than the limit, so it can never pass. Send a smaller one.';

/**
 * Thrown for a request that exceeds a limit: 429 with `Retry-After`, and a problem of type `quota-exceeded`. A request
 * that costs more than a limit gets no `Retry-After`, because it can never pass.
 */
export class RateLimitError extends CodedError<'RATE_LIMITED'> {
  readonly status = 429;
  readonly headers: Readonly<Record<string, string>>;
  readonly problem: Readonly<Record<string, unknown>>;

  /** @param states the states of all policies, at least one of which refused the request */
  constructor(states: readonly RateLimitState[]) {
    const refused = states.filter(({ allowed }) => !allowed);
    const seconds = Math.max(1, ...refused.map(({ retryAfter }) => retryAfter));
    const passes = seconds !== Infinity;
    const unit = seconds === 1 ? 'second' : 'seconds';
    super('RATE_LIMITED', passes ? `Too many requests. Try again in ${seconds} ${unit}.` : NEVER);
    this.headers = {
      ...rateLimitHeaders(states),
      ...(passes && { 'Retry-After': String(seconds) }),
    };
    this.problem = {
      type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
      'violated-policies': refused.map(({ name }) => name),
    };
  }

  static {
    brand(this, '@mortise/rate-limit/RateLimitError');
  }

  get [HTTP_ERROR](): true {
    return true;
  }
}
