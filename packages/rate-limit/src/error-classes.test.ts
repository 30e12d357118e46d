import { expect, it } from '@jest/globals';
import { RateLimitError } from './rate-limit-error.js';

it('a refusal has the longest time of the policies that refused, and the state of all', () => {
  const state = { limit: 1, window: 60, remaining: 0, reset: 9 };
  const error = new RateLimitError([
    { ...state, name: 'a', allowed: false, retryAfter: 5 },
    { ...state, name: 'b', allowed: false, retryAfter: 7 },
    { ...state, name: 'c', allowed: true, retryAfter: 60 },
  ]);
  expect(error).toMatchObject({
    ...{ code: 'RATE_LIMITED', status: 429 },
    message: 'Too many requests. Try again in 7 seconds.',
    problem: { 'violated-policies': ['a', 'b'] },
  });
  expect(error.headers).toEqual({
    'RateLimit-Policy': '"a";q=1;w=60, "b";q=1;w=60, "c";q=1;w=60',
    RateLimit: '"a";r=0;t=5, "b";r=0;t=7, "c";r=0;t=9',
    'Retry-After': '7',
  });
});
