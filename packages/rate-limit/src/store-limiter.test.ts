import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { memoryStore, StoreError } from '@mortise/store';
import type { RateLimitPolicy } from './rate-limit-policy.js';
import { rateLimit, type RateLimitEvent } from './rate-limit.js';

it.each([
  ['nothing', undefined],
  ['null', null],
  ['no count', {}],
  ['NaN', { value: NaN, expiresIn: 1 }],
  ['text', { value: '1', expiresIn: 1 }],
  ['a count below 0', { value: -1, expiresIn: 1 }],
])('treats a store whose increment returns %s as one that is down', async (_case, state) => {
  const events: RateLimitEvent[] = [];
  const store = { ...memoryStore(), increment: () => Promise.resolve(state as never) };
  const onEvent = (event: RateLimitEvent) => void events.push(event);
  const policies = [{ name: 'a', limit: 5, window: 60 }];
  const request = factories.createServerRequest('GET', '/', { REMOTE_ADDR: '192.0.2.1' });
  const passed = factories.createResponse(204);
  const handler = { handle: () => Promise.resolve(passed) };
  const send = async (whenDown: 'pass' | 'refuse') =>
    rateLimit({ store, policies, whenDown, onEvent }).process(request, handler);
  expect(await send('pass')).toBe(passed);
  const error = { code: 'OPTION_INVALID', option: 'rateLimit.store.increment' };
  await expect(send('refuse')).rejects.toMatchObject(error);
  const event = { type: 'store-down', error };
  expect(events).toMatchObject([event, event]);
});

describe.each(['sliding', 'fixed'] as const)('a store that fails, with a %s window', (kind) => {
  const send = async (
    policies: readonly RateLimitPolicy[],
    fails: (key: string, amount: number) => boolean,
  ) => {
    const events: RateLimitEvent[] = [];
    const inner = memoryStore();
    const store = { ...inner };
    store.increment = (key, amount, ttl) =>
      fails(key, amount)
        ? Promise.reject(StoreError.unavailable('it is down'))
        : inner.increment(key, amount, ttl);
    const onEvent = (event: RateLimitEvent) => void events.push(event);
    const layer = rateLimit({ store, policies, whenDown: 'pass', onEvent });
    const request = factories.createServerRequest('GET', '/', { REMOTE_ADDR: '192.0.2.1' });
    const handler = { handle: () => Promise.resolve(factories.createResponse(204)) };
    const outcomes: unknown[] = [];
    for (let sent = 1; sent <= 2; sent++) {
      outcomes.push(
        await Promise.resolve(layer.process(request, handler)).then(
          (response) => response.getStatusCode(),
          (error: unknown) => error,
        ),
      );
    }
    return { outcomes, events };
  };
  const strict = { name: 'strict', limit: 1, window: 60, kind };
  const loose = { name: 'loose', limit: 9, window: 60, kind };

  it('does not pass a request that it has refused if its cost cannot be returned', async () => {
    const { outcomes, events } = await send([strict, loose], (_key, amount) => amount < 0);
    expect(outcomes).toMatchObject([204, { code: 'RATE_LIMITED', status: 429 }]);
    expect(events).toMatchObject([{ type: 'store-down', error: { code: 'STORE_UNAVAILABLE' } }]);
  });

  it('does not pass a request that one policy has refused if another cannot be counted', async () => {
    let isDown = false;
    const { outcomes, events } = await send([loose, strict], (key) => {
      const fails = isDown && key.includes('loose');
      isDown ||= key.includes('strict');
      return fails;
    });
    expect(outcomes).toMatchObject([
      204,
      { code: 'RATE_LIMITED', problem: { 'violated-policies': ['strict'] } },
    ]);
    expect(events).toMatchObject([{ type: 'store-down' }]);
  });

  it('is reported once if it fails while a free request is refused, too', async () => {
    const inner = memoryStore();
    const request = factories.createServerRequest('GET', '/', { REMOTE_ADDR: '192.0.2.1' });
    const handler = { handle: () => Promise.resolve(factories.createResponse(204)) };
    const before = rateLimit({ store: inner, policies: [{ ...strict, limit: 9 }] });
    for (let sent = 1; sent <= 2; sent++) await before.process(request, handler);
    const events: RateLimitEvent[] = [];
    const store = { ...inner };
    store.increment = (key, amount, ttl) =>
      key.includes('loose')
        ? Promise.reject(StoreError.unavailable('it is down'))
        : inner.increment(key, amount, ttl);
    const onEvent = (event: RateLimitEvent) => void events.push(event);
    const layer = rateLimit({ store, policies: [strict, loose], cost: () => 0, onEvent });
    const outcome = Promise.resolve(layer.process(request, handler));
    await expect(outcome).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(events).toMatchObject([{ type: 'store-down' }]);
  });
});
