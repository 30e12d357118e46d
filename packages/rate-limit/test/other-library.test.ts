import { expect, it } from '@jest/globals';
import { createApp, text } from 'mortise';
import { inProcess } from 'mortise/testing';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimit, type RateLimiterInterface } from '../src/index.js';

const policy = { name: 'login', limit: 2, window: 60 };

/** The limiter of the README. */
function limiterOf(counter: Pick<RateLimiterMemory, 'consume'>): RateLimiterInterface {
  return {
    async consume(key, cost) {
      const result = await counter.consume(key, cost).catch((refusal: unknown) => {
        if (refusal instanceof RateLimiterRes) return refusal;
        throw refusal;
      });
      const allowed = result.consumedPoints <= policy.limit;
      const reset = Math.ceil(result.msBeforeNext / 1000);
      const remaining = result.remainingPoints;
      return [{ ...policy, allowed, remaining, reset, retryAfter: allowed ? 0 : reset }];
    },
  };
}

function clientOf(counter: Pick<RateLimiterMemory, 'consume'>) {
  const app = createApp();
  app.get('/', (_request, response) => text(response, ''));
  app.add(rateLimit({ limiter: limiterOf(counter) }));
  return inProcess(app);
}

it('rate-limiter-flexible counts instead of a store', async () => {
  const counter = new RateLimiterMemory({ points: policy.limit, duration: policy.window });
  const client = clientOf(counter);
  const seen: unknown[] = [];
  for (let count = 0; count < 3; count++) {
    const response = await client.get('/');
    seen.push([response.getStatusCode(), response.getHeaderLine('RateLimit').split(';t=')[0]]);
  }
  expect(seen).toEqual([
    [200, '"login";r=1'],
    [200, '"login";r=0'],
    [429, '"login";r=0'],
  ]);
});

it('a request passes while its server is down', async () => {
  const down = { consume: () => Promise.reject(new Error('connection refused')) };
  expect((await clientOf(down).get('/')).getStatusCode()).toBe(200);
});
