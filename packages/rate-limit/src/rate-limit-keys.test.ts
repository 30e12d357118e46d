import { describe, expect, it } from '@jest/globals';
import { memoryStore } from '@mortise/store';
import { implementations } from '../test/implementations.js';
import { outcome, requestFrom } from '../test/outcome.js';
import { rateLimit, type RateLimitEvent } from './index.js';

const policies = [{ name: 'login', limit: 5, window: 60 }];
const now = () => 1_800_000_000_000;

describe.each(implementations)('rateLimit with %s', (_, factories) => {
  it.each([undefined, 7, Promise.resolve('ada')])(
    'fails with OPTION_INVALID when a key is %p, which all clients would share',
    async (given) => {
      const key = () => given as never;
      const middleware = rateLimit({ store: memoryStore(), policies, now, key });
      const handler = { handle: () => factories.createResponse() };
      const request = requestFrom(factories, '192.0.2.1');
      await expect((async () => middleware.process(request, handler))()).rejects.toMatchObject({
        code: 'OPTION_INVALID',
        option: 'key',
      });
    },
  );

  it('counts clients by their address, and IPv6 by /64', async () => {
    const middleware = rateLimit({
      store: memoryStore({ now }),
      policies: [{ name: 'p', limit: 1, window: 60 }],
      now,
    });
    const statuses: string[] = [];
    for (const address of [
      '192.0.2.1',
      '::ffff:192.0.2.1',
      '2001:db8::1',
      '2001:db8::2',
      '2001:db8:0:1::1',
    ]) {
      statuses.push(await outcome(middleware, requestFrom(factories, address)));
    }
    expect(statuses).toEqual(['passed', '429', 'passed', '429', 'passed']);
  });

  it('counts clients without an address together, and reports them once', async () => {
    const events: RateLimitEvent[] = [];
    const store = memoryStore({ now });
    const middleware = rateLimit({ store, policies, now, onEvent: (event) => events.push(event) });
    const outcomes: string[] = [];
    for (let request = 1; request <= 6; request++) {
      outcomes.push(
        await outcome(middleware, factories.createServerRequest('GET', 'https://h.test/')),
      );
    }
    expect([outcomes.at(-1), events.map(({ type }) => type)]).toEqual(['429', ['no-address']]);
  });

  it('does not limit a request whose key is null, and creates no promise for it', () => {
    const response = factories.createResponse();
    const middleware = rateLimit({ store: memoryStore(), policies, key: () => null });
    const request = factories.createServerRequest('GET', 'https://h.test/');
    expect(middleware.process(request, { handle: () => response })).toBe(response);
  });

  it('counts by any key, however long or strange', async () => {
    const keys = ['x'.repeat(5_000), '\0', '\ud800a', '', 'a b', `${'x'.repeat(5_000)}y`];
    const one = [{ name: 'p', limit: 1, window: 60 }];
    const middleware = rateLimit({
      store: memoryStore({ now }),
      policies: one,
      now,
      key: (request) => keys[Number(request.getHeaderLine('X-Key'))] ?? null,
    });
    const request = factories.createServerRequest('GET', 'https://h.test/');
    for (const [at] of keys.entries()) {
      const given = request.withHeader('X-Key', String(at));
      expect([await outcome(middleware, given), await outcome(middleware, given)]).toEqual([
        'passed',
        '429',
      ]);
    }
  });
});
