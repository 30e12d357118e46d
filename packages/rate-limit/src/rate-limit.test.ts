import { describe, expect, it } from '@jest/globals';
import { createApp as createVariantA } from '@mortise/compat-variant-a';
import { toFetchHandler } from '@mortise/fetch';
import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { describe as documented, openApiDocument } from '@mortise/openapi';
import { memoryStore, type StoreInterface } from '@mortise/store';
import { createApp, text } from 'mortise';
import { inProcess, overSocket } from 'mortise/testing';
import { parseList } from 'structured-headers';
import { implementations } from '../../../tooling/testing/implementations.js';
import { outcome, requestFrom } from '../test/outcome.js';
import { rateLimit, type RateLimitEvent, type RateLimitOptions } from './index.js';

const policies = [{ name: 'login', limit: 5, window: 60 }];
const now = () => 1_800_000_000_000;

it('describes its 429 for OpenAPI, unless the application describes it', () => {
  const app = createApp();
  const get = (path: string) =>
    app.get(
      path,
      documented((_request: unknown, response: ResponseInterface) => response, {}),
    );
  const limit = () => rateLimit({ store: memoryStore(), policies });
  get('/default').add(limit());
  get('/own').add(documented(limit(), { responses: { 429: 'Wait.' } }));
  const { paths } = openApiDocument(app, { info: { title: 'A', version: '1' } });
  const described = (description: string) => ({ get: { responses: { 429: { description } } } });
  expect(paths).toMatchObject({
    '/default': described('Too many requests: retry after the number of seconds in `Retry-After`.'),
    '/own': described('Wait.'),
  });
});

describe.each(implementations)('rateLimit with %s', (_, factories) => {
  const appWith = (options: RateLimitOptions) => {
    const app = createApp({ factories });
    app.get('/', (_request, response) => text(response, 'in'));
    app.add(rateLimit({ now, ...options }));
    return app;
  };

  it('allows as many requests as the limit, and states what remains', async () => {
    const client = inProcess(appWith({ store: memoryStore({ now }), policies }));
    const left: string[] = [];
    for (let request = 1; request <= 6; request++)
      left.push((await client.get('/')).getHeaderLine('RateLimit'));
    const passed = [4, 3, 2, 1, 0].map((rest) => `"login";r=${rest};t=60`);
    expect(left).toEqual([...passed, '"login";r=0;t=72']);
  });

  it.each<[string, RateLimitOptions['policies']]>([
    ['a sliding window', policies],
    ['a fixed window', [{ name: 'login', limit: 2, window: 60, kind: 'fixed' }]],
    [
      'several policies',
      [
        { name: 'short', limit: 2, window: 10 },
        { name: 'long', limit: 3, window: 3600 },
      ],
    ],
  ])('says in RateLimit and Retry-After of a refusal the same time, for %s', async (_kind, all) => {
    const client = inProcess(appWith({ store: memoryStore({ now }), policies: all ?? [] }));
    let refused = await client.get('/');
    while (refused.getStatusCode() === 200) refused = await client.get('/');
    const limits = refused.getHeaderLine('RateLimit').split(', ');
    const times = limits
      .filter((limit) => limit.includes('r=0'))
      .map((limit) => limit.split('t=')[1]);
    expect(times).toEqual([refused.getHeaderLine('Retry-After')]);
  });

  it('refuses with 429, Retry-After and a problem that names the policies', async () => {
    const client = inProcess(appWith({ store: memoryStore({ now }), policies }));
    for (let request = 1; request <= 5; request++) await client.get('/');
    const response = await client.get('/', { headers: { Accept: 'application/problem+json' } });
    expect([response.getStatusCode(), response.getHeaderLine('Retry-After')]).toEqual([429, '72']);
    expect(response.getHeaderLine('RateLimit-Policy')).toBe('"login";q=5;w=60');
    expect(JSON.parse(await response.getBody().text())).toMatchObject({
      type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
      status: 429,
      code: 'RATE_LIMITED',
      'violated-policies': ['login'],
    });
  });

  it('names only the policies that refused, and the longest of their times', async () => {
    const app = appWith({
      store: memoryStore({ now }),
      policies: [
        { name: 'short', limit: 1, window: 10, kind: 'fixed' },
        { name: 'long', limit: 1, window: 60, kind: 'fixed' },
        { name: 'open', limit: 10, window: 3_600, kind: 'fixed' },
      ],
    });
    const client = inProcess(app);
    await client.get('/');
    const response = await client.get('/', { headers: { Accept: 'application/problem+json' } });
    expect(response.getHeaderLine('Retry-After')).toBe('60');
    expect(JSON.parse(await response.getBody().text())).toMatchObject({
      'violated-policies': ['short', 'long'],
    });
  });

  it('counts policies with the same window separately', async () => {
    const app = appWith({
      store: memoryStore({ now }),
      policies: [
        { name: 'a', limit: 2, window: 60 },
        { name: 'b', limit: 4, window: 60 },
      ],
    });
    const response = await inProcess(app).get('/');
    expect(response.getHeaderLine('RateLimit')).toBe('"a";r=1;t=60, "b";r=3;t=60');
  });

  it('states the limit on a 404 of the router too', async () => {
    const response = await inProcess(appWith({ store: memoryStore({ now }), policies })).get('/no');
    expect([response.getStatusCode(), response.getHeaderLine('RateLimit')]).toEqual([
      404,
      '"login";r=4;t=60',
    ]);
  });

  it('writes headers that a parser of structured fields reads', async () => {
    const two = [...policies, { name: 'day_1.a-b', limit: 1_000, window: 86_400 }];
    const response = await inProcess(appWith({ store: memoryStore({ now }), policies: two })).get(
      '/',
    );
    const read = (name: string): unknown[] =>
      parseList(response.getHeaderLine(name)).map(([value, parameters]): unknown[] => [
        value,
        ...parameters.entries(),
      ]);
    expect(read('RateLimit-Policy')).toEqual([
      ['login', ['q', 5], ['w', 60]],
      ['day_1.a-b', ['q', 1_000], ['w', 86_400]],
    ]);
    expect(read('RateLimit')).toEqual([
      ['login', ['r', 4], ['t', 60]],
      ['day_1.a-b', ['r', 999], ['t', 57_600]],
    ]);
  });

  it('returns the cost of a refused request to all policies', async () => {
    const store = memoryStore({ now });
    const two = [
      { name: 'hour', limit: 100, window: 3_600 },
      { name: 'second', limit: 1, window: 1 },
    ];
    const client = inProcess(appWith({ store, policies: two }));
    for (let request = 1; request <= 20; request++) await client.get('/');
    const response = await client.get('/');
    expect(response.getHeaderLine('RateLimit')).toBe('"hour";r=99;t=3600, "second";r=0;t=2');
  });

  it.each(['sliding', 'fixed'] as const)(
    'names no time to a request that costs more than the limit (%s window), and it costs nothing',
    async (kind) => {
      const cost = (request: ServerRequestInterface) => Number(request.getHeaderLine('X-Cost'));
      const two = [
        { name: 'day', limit: 9, window: 86_400, kind },
        { name: 'login', limit: 5, window: 60, kind },
      ];
      const options = { store: memoryStore({ now }), policies: two, cost };
      const client = overSocket(appWith(options));
      const ask = (spent: number) => client.get('/', { headers: { 'X-Cost': String(spent) } });
      const refused = await ask(6);
      expect(refused.getStatusCode()).toBe(429);
      expect(refused.hasHeader('Retry-After')).toBe(false);
      expect(refused.getHeaderLine('RateLimit')).toMatch(/^"day";r=9;t=\d+, "login";r=5$/);
      expect(parseList(refused.getHeaderLine('RateLimit'))).toHaveLength(2);
      expect(await refused.getBody().text()).toContain('costs more than the limit');
      expect((await ask(5)).getStatusCode()).toBe(200);
      await client.close();
    },
  );

  it('counts the cost of a request, and nothing for 0', async () => {
    const cost = (request: ServerRequestInterface) => Number(request.getHeaderLine('X-Cost'));
    const client = inProcess(appWith({ store: memoryStore({ now }), policies, cost }));
    const ask = async (amount: number) =>
      (await client.get('/', { headers: { 'X-Cost': String(amount) } })).getStatusCode();
    expect([await ask(3), await ask(3), await ask(2), await ask(1), await ask(0)]).toEqual([
      200, 429, 200, 429, 200,
    ]);
  });

  it.each([-1, 0.5, 2_147_483_648])(
    'fails with OPTION_INVALID if a cost is %d, not an integer from 0 to 2,147,483,647',
    async (value) => {
      const middleware = rateLimit({ store: memoryStore(), policies, now, cost: () => value });
      const handler = { handle: () => factories.createResponse() };
      await expect(
        Promise.resolve(middleware.process(requestFrom(factories, '192.0.2.1'), handler)),
      ).rejects.toMatchObject({ code: 'OPTION_INVALID', option: 'rateLimit.cost', value });
    },
  );

  it('accepts a cost of 2,147,483,647', async () => {
    const most = 2_147_483_647;
    const options = { store: memoryStore({ now }), now, cost: () => most };
    const one = [{ name: 'p', limit: most, window: 60 }];
    const middleware = rateLimit({ ...options, policies: one });
    expect(await outcome(middleware, requestFrom(factories, '192.0.2.1'))).toBe('passed');
  });

  it('allows twice the limit at a border of fixed windows, but only the limit with sliding ones', async () => {
    const passed: number[] = [];
    for (const kind of ['fixed', 'sliding'] as const) {
      const clock = { time: 59_999 };
      const options = { store: memoryStore({ now: () => clock.time }), now: () => clock.time };
      const middleware = rateLimit({
        ...options,
        policies: [{ name: 'p', limit: 10, window: 60, kind }],
      });
      let count = 0;
      for (let request = 1; request <= 40; request++) {
        if (request === 21) clock.time = 60_001;
        if ((await outcome(middleware, requestFrom(factories, '192.0.2.1'))) === 'passed')
          count += 1;
      }
      passed.push(count);
    }
    expect(passed).toEqual([20, 10]);
  });

  it('counts a window until the one after it ends', async () => {
    const clock = { time: 0 };
    const options = { store: memoryStore({ now: () => clock.time }), now: () => clock.time };
    const middleware = rateLimit({ ...options, policies: [{ name: 'p', limit: 10, window: 60 }] });
    const send = () => outcome(middleware, requestFrom(factories, '192.0.2.1'));
    for (let request = 1; request <= 10; request++) await send();
    // Nine of the ten are still within the last minute.
    clock.time = 66_000;
    expect([await send(), await send()]).toEqual(['passed', '429']);
  });

  it('passes or refuses while the store is down, and reports it once a minute', async () => {
    const events: RateLimitEvent[] = [];
    const clock = { time: 1_000_000 };
    const store = memoryStore();
    await store.close();
    const options = {
      store,
      policies,
      now: () => clock.time,
      onEvent: (event: RateLimitEvent) => events.push(event),
    };
    const request = requestFrom(factories, '192.0.2.1');
    const middleware = rateLimit(options);
    expect([await outcome(middleware, request), await outcome(middleware, request)]).toEqual([
      'passed',
      'passed',
    ]);
    expect(await outcome(rateLimit({ ...options, whenDown: 'refuse' }), request)).toBe('503');
    const event = { type: 'store-down', request, error: expect.any(Error) };
    expect(events).toEqual([event, event]);
    const counts = [];
    // Also if the clock is set back.
    for (clock.time of [1_059_999, 1_060_000, 500_000, 560_000]) {
      await outcome(middleware, request);
      counts.push(events.length);
    }
    expect(counts).toEqual([2, 3, 3, 4]);
  });

  it('passes an error of the handler unchanged', async () => {
    const error = new Error('x');
    const middleware = rateLimit({ store: memoryStore(), policies });
    const process = async () =>
      middleware.process(requestFrom(factories, '192.0.2.1'), {
        handle: () => {
          throw error;
        },
      });
    await expect(process()).rejects.toBe(error);
  });

  it('uses a limiter of the application', async () => {
    const state = {
      name: 'own',
      limit: 1,
      window: 1,
      allowed: true,
      remaining: 0,
      reset: 1,
      retryAfter: 0,
    };
    const limiter = { consume: () => Promise.resolve([state]) };
    const response = await inProcess(appWith({ limiter })).get('/');
    expect(response.getHeaderLine('RateLimit')).toBe('"own";r=0;t=1');
  });

  it.each<[string, unknown, string]>([
    ['no list', undefined, ''],
    ['a part of a second', [{ retryAfter: 1.5 }], '[0].retryAfter'],
    ['no number as the time to wait', [{ retryAfter: NaN }], '[0].retryAfter'],
    ['a time in the past', [{ reset: -1 }], '[0].reset'],
    ['a time that never comes', [{ reset: Infinity }], '[0].reset'],
    ['text as a number', [{ remaining: '3' }], '[0].remaining'],
    ['no limit', [{ limit: null }], '[0].limit'],
    ['no window', [{ window: null }], '[0].window'],
    ['a name with a quotation mark', [{}, { name: 'a"b' }], '[1].name'],
    ['no state', [null], '[0]'],
    ['text as a state', [{}, 'own'], '[1]'],
    ['a missing decision', [{ allowed: undefined }], '[0].allowed'],
  ])(
    'refuses %s of a limiter of the application, whatever happens while a store is down',
    async (_what, given, place) => {
      const numbers = { limit: 1, window: 1, remaining: 0, reset: 1, retryAfter: 1 };
      const states = Array.isArray(given)
        ? given.map((each: unknown) =>
            typeof each === 'object' && each !== null
              ? { name: 'own', allowed: false, ...numbers, ...each }
              : each,
          )
        : given;
      const limiter = { consume: () => Promise.resolve(states as never) };
      const request = requestFrom(factories, '192.0.2.1');
      const handled = rateLimit({ limiter }).process(request, { handle: () => ({}) as never });
      const option = `rateLimit.limiter.consume${place}`;
      await expect(handled).rejects.toMatchObject({ code: 'OPTION_INVALID', option });
    },
  );

  it('sends no header for a limiter of the application without policies', async () => {
    const limiter = { consume: () => Promise.resolve([]) };
    const response = await inProcess(appWith({ limiter })).get('/');
    expect([response.getStatusCode(), response.hasHeader('RateLimit')]).toEqual([200, false]);
  });

  it('asks a limiter of the application with the key and the cost, even for 0', async () => {
    const asked: unknown[] = [];
    const limiter = {
      consume: (...given: unknown[]) => {
        asked.push(given);
        return Promise.resolve([]);
      },
    };
    const costs = [7, 0];
    const options = { limiter, key: () => 'ada', cost: () => costs.shift() ?? 1 };
    const middleware = rateLimit(options);
    const request = requestFrom(factories, '192.0.2.1');
    for (let sent = 1; sent <= 2; sent++) await outcome(middleware, request);
    await outcome(rateLimit({ limiter }), request);
    expect(asked).toEqual([
      ['ada', 7],
      ['ada', 0],
      ['192.0.2.1', 1],
    ]);
  });

  it('adds its headers to those of an inner limit', async () => {
    const app = appWith({ store: memoryStore({ now }), policies });
    const outer = [{ name: 'all', limit: 9, window: 60 }];
    app.add(rateLimit({ store: memoryStore({ now }), policies: outer, now }));
    const response = await inProcess(app).get('/');
    expect(response.getHeader('RateLimit')).toEqual(['"login";r=4;t=60', '"all";r=8;t=60']);
  });

  it('lets a client try again after one second at the earliest', async () => {
    const state = { name: 'own', limit: 1, window: 1, allowed: false, remaining: 0, reset: 1 };
    const limiter = { consume: () => Promise.resolve([{ ...state, retryAfter: 0 }]) };
    const response = await inProcess(appWith({ limiter })).get('/');
    expect(response.getHeaderLine('Retry-After')).toBe('1');
  });

  it('is listed under its name, and neither catches nor reads errors of the handler', () => {
    const middleware = rateLimit({ store: memoryStore(), policies });
    expect(middleware.name).toBe('rateLimit');
  });

  it('serves over a socket, through variant A and through toFetchHandler', async () => {
    const store: StoreInterface = memoryStore({ now });
    const app = appWith({ store, policies });
    const client = overSocket(app);
    const left = [(await client.get('/')).getHeaderLine('RateLimit')];
    await client.close();
    const older = createVariantA({ factories });
    older.get('/', (_request, response) => response.write('in'));
    older.add(rateLimit({ store, policies, now }));
    left.push((await inProcess(older).get('/')).getHeaderLine('RateLimit'));
    const fetched = await toFetchHandler(app, { factories })(new Request('https://h.test/'));
    left.push(String(fetched.headers.get('RateLimit')));
    expect(left).toEqual(['"login";r=4;t=60', '"login";r=3;t=60', '"login";r=4;t=60']);
  });
});
