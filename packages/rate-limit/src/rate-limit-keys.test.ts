import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { memoryStore } from '@mortise/store';
import { implementations } from '../../../tooling/testing/implementations.js';
import { notedWarnings } from '../../../tooling/testing/noted-warnings.js';
import { outcome, requestFrom } from '../test/outcome.js';
import { rateLimit, type RateLimitEvent } from './index.js';

const policies = [{ name: 'login', limit: 5, window: 60 }];
const now = () => 1_800_000_000_000;
const warnings = notedWarnings();

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
        option: 'rateLimit.key',
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

  it('counts keys that differ only in unpaired surrogates separately', async () => {
    const keys = ['a\ud800', 'a\ud801', 'a\ufffd', '"a\\ud800"', 'a\ud800'];
    const outcomes: string[] = [];
    const store = memoryStore({ now });
    for (const key of keys) {
      const strict = [{ name: 'p', limit: 1, window: 60 }];
      const middleware = rateLimit({ store, policies: strict, now, key: () => key });
      outcomes.push(await outcome(middleware, requestFrom(factories, '192.0.2.1')));
    }
    expect(outcomes).toEqual(['passed', 'passed', 'passed', 'passed', '429']);
  });

  it('counts clients without an address together, and reports them once', async () => {
    const events: RateLimitEvent[] = [];
    const store = memoryStore({ now });
    const middleware = rateLimit({ store, policies, now, onEvent: (event) => events.push(event) });
    const outcomes: string[] = [];
    for (let request = 1; request <= 6; request++) {
      const unknown = factories.createServerRequest('GET', 'https://h.test/');
      outcomes.push(
        await outcome(middleware, request % 2 === 0 ? unknown : requestFrom(factories, '')),
      );
    }
    expect(outcomes.at(-1)).toBe('429');
    expect(events).toEqual([{ type: 'no-address', request: expect.anything(), error: null }]);
    expect(warnings).toEqual([]);
  });

  it('warns once that clients without an address share a limit, if no onEvent is told', async () => {
    const middleware = rateLimit({ store: memoryStore({ now }), policies, now });
    for (let request = 1; request <= 2; request++) {
      await outcome(middleware, factories.createServerRequest('GET', 'https://h.test/'));
    }
    await outcome(
      rateLimit({ store: memoryStore(), policies }),
      requestFrom(factories, '192.0.2.1'),
    );
    expect(warnings).toEqual([
      {
        type: 'MortiseWarning',
        code: 'RATE_LIMIT_ADDRESS',
        message: 'all clients share one limit, because requests have no address',
        detail:
          'Write toFetchHandler(app, { clientOf }), or, behind a proxy, serve(app, { trustProxy }); or pass rateLimit({ key }).',
      },
    ]);
  });

  it('counts clients without an address under the key no-address', async () => {
    const asked: string[] = [];
    const limiter = {
      consume: (key: string) => {
        asked.push(key);
        return Promise.resolve([]);
      },
    };
    await outcome(rateLimit({ limiter }), requestFrom(factories, ''));
    expect(asked).toEqual(['no-address']);
  });

  it('counts a request whose key is empty, as that of one client', async () => {
    const options = { store: memoryStore({ now }), now, key: () => '' };
    const one = [{ name: 'p', limit: 1, window: 60 }];
    const middleware = rateLimit({ ...options, policies: one });
    const request = requestFrom(factories, '192.0.2.1');
    expect([await outcome(middleware, request), await outcome(middleware, request)]).toEqual([
      'passed',
      '429',
    ]);
  });

  it('does not limit a request whose key is null, and creates no promise for it', () => {
    const response = factories.createResponse();
    const middleware = rateLimit({ store: memoryStore(), policies, key: () => null });
    const request = factories.createServerRequest('GET', 'https://h.test/');
    expect(middleware.process(request, { handle: () => response })).toBe(response);
  });

  it('counts each window under its own key in the store, until no request reads it', async () => {
    const calls: unknown[][] = [];
    const store = memoryStore({ now });
    const increment = store.increment.bind(store);
    store.increment = (...call) => {
      calls.push(call);
      return increment(...call);
    };
    const two = [
      { name: 'slides', limit: 1, window: 60 },
      { name: 'fixed', limit: 1, window: 60, kind: 'fixed' as const },
    ];
    const middleware = rateLimit({ store, policies: two, now });
    await outcome(middleware, requestFrom(factories, '192.0.2.1'));
    expect(calls).toEqual([
      ['rate:slides:30000000:192.0.2.1', 1, 120_000],
      ['rate:slides:29999999:192.0.2.1', 0, 120_000],
      ['rate:fixed:30000000:192.0.2.1', 1, 60_000],
    ]);
  });

  it('prefixes the keys in the store as configured', async () => {
    const names: string[] = [];
    const store = memoryStore({ now });
    const increment = store.increment.bind(store);
    store.increment = (name, ...others) => {
      names.push(name);
      return increment(name, ...others);
    };
    const one = [{ name: 'p', limit: 1, window: 60, kind: 'fixed' as const }];
    const middleware = rateLimit({ store, policies: one, now, prefix: 'logins/' });
    await outcome(middleware, requestFrom(factories, '192.0.2.1'));
    expect(names).toEqual(['logins/p:30000000:192.0.2.1']);
  });

  it('makes no call to return a cost of 0', async () => {
    let calls = 0;
    const store = memoryStore({ now });
    const increment = store.increment.bind(store);
    store.increment = (...call) => {
      calls += 1;
      return increment(...call);
    };
    const one = [{ name: 'p', limit: 1, window: 60, kind: 'fixed' as const }];
    const costs = [1, 2, 0];
    const options = { store, policies: one, now, key: () => 'k' };
    const middleware = rateLimit({ ...options, cost: () => costs.shift() ?? 0 });
    const request = requestFrom(factories, '192.0.2.1');
    for (let sent = 1; sent <= 3; sent++) await outcome(middleware, request);
    expect(calls).toBe(4);
  });

  it('makes no call to return a cost of 0 either while the count exceeds the limit', async () => {
    const steps: number[] = [];
    const store = memoryStore({ now });
    store.increment = (_name, by) => {
      steps.push(by);
      return Promise.resolve({ value: 2, expiresIn: 1 });
    };
    const one = [{ name: 'p', limit: 1, window: 60, kind: 'fixed' as const }];
    const middleware = rateLimit({ store, policies: one, now, cost: () => 0 });
    expect(await outcome(middleware, requestFrom(factories, '192.0.2.1'))).toBe('429');
    expect(steps).toEqual([0]);
  });

  it('returns the whole cost of a refused request to the policies that allow it', async () => {
    const store = memoryStore({ now });
    const two = [
      { name: 'large', limit: 10, window: 60, kind: 'fixed' as const },
      { name: 'small', limit: 2, window: 60, kind: 'fixed' as const },
    ];
    const middleware = rateLimit({ store, policies: two, now, cost: () => 3 });
    const handle = () => factories.createResponse();
    for (let request = 1; request <= 2; request++) {
      const refused = async () =>
        middleware.process(requestFrom(factories, '192.0.2.1'), { handle });
      await expect(refused()).rejects.toMatchObject({
        headers: { RateLimit: '"large";r=10;t=60, "small";r=2' },
      });
    }
  });

  it('has returned the cost when it refuses a request', async () => {
    const order: string[] = [];
    const store = memoryStore({ now });
    const increment = store.increment.bind(store);
    store.increment = async (name, by, ttl) => {
      if (by < 0) await new Promise((resolve) => setImmediate(resolve));
      const count = await increment(name, by, ttl);
      order.push(`counted ${by}`);
      return count;
    };
    const one = [{ name: 'p', limit: 1, window: 60, kind: 'fixed' as const }];
    const middleware = rateLimit({ store, policies: one, now, cost: () => 2 });
    order.push(await outcome(middleware, requestFrom(factories, '192.0.2.1')));
    expect(order).toEqual(['counted 2', 'counted -2', '429']);
  });

  it.each([
    ['of 128 plain characters', 'x'.repeat(128), `rate:p:30000000:${'x'.repeat(128)}`],
    ['with every plain character', 'aZ_0.:/@-', 'rate:p:30000000:aZ_0.:/@-'],
    ['of 129 characters', 'x'.repeat(129), undefined],
    ['with a space', 'a b', undefined],
    ['with a line break', 'a\n', undefined],
    ['that is empty', '', undefined],
  ])('stores a key %s unchanged, or as its hash', async (_name, key, name) => {
    const names: string[] = [];
    const store = memoryStore({ now });
    const increment = store.increment.bind(store);
    store.increment = (stored, ...others) => {
      names.push(stored);
      return increment(stored, ...others);
    };
    const one = [{ name: 'p', limit: 1, window: 60, kind: 'fixed' as const }];
    const middleware = rateLimit({ store, policies: one, now, key: () => key });
    await outcome(middleware, requestFrom(factories, '192.0.2.1'));
    const hash = createHash('sha256').update(key).digest('hex');
    expect(names).toEqual([name ?? `rate:p:30000000:#${hash}`]);
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
