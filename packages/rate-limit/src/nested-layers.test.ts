import { expect, it } from '@jest/globals';
import { memoryStore, type StoreInterface } from '@mortise/store';
import { createApp } from 'mortise';
import { inProcess } from 'mortise/testing';
import { rateLimit, type RateLimitOptions } from './index.js';

const LOGIN = { name: 'login', limit: 5, window: 60, kind: 'fixed' } as const;
const now = () => 1_800_000_000_000;

/** Returns the values of `RateLimit`, of the inner layer first. */
async function statedBy(outer: RateLimitOptions, inner: RateLimitOptions) {
  const app = createApp();
  app.add(rateLimit(outer));
  app
    .group('/in', (group) => void group.get('', (_request, response) => response))
    .add(rateLimit(inner));
  return (await inProcess(app).get('/in')).getHeader('RateLimit');
}

it.each<[string, Partial<RateLimitOptions>, readonly string[]]>([
  ['the same policy', {}, ['"login";r=4;t=60']],
  [
    'another policy too',
    { policies: [LOGIN, { ...LOGIN, name: 'day', limit: 9 }] },
    ['"day";r=8;t=60', '"login";r=4;t=60'],
  ],
  [
    'a lower limit',
    { policies: [{ ...LOGIN, limit: 3 }] },
    ['"login";r=1;t=60', '"login";r=4;t=60'],
  ],
  ['another cost', { cost: () => 3 }, ['"login";r=1;t=60', '"login";r=4;t=60']],
  ['another key', { key: () => 'ada' }, ['"login";r=4;t=60', '"login";r=4;t=60']],
  ['another prefix', { prefix: 'in:' }, ['"login";r=4;t=60', '"login";r=4;t=60']],
  ['another store', { store: memoryStore({ now }) }, ['"login";r=4;t=60', '"login";r=4;t=60']],
])(
  'a request is counted once in a policy, even if an inner layer has %s',
  async (_what, inner, stated) => {
    const outer = { store: memoryStore({ now }), policies: [LOGIN], now };
    expect(await statedBy(outer, { ...outer, ...inner })).toEqual(stated);
  },
);

it('a request is counted once by an application and one that it mounts', async () => {
  const options = { store: memoryStore({ now }), policies: [LOGIN], now };
  const mounted = createApp();
  mounted.get('/in', (_request, response) => response);
  mounted.add(rateLimit(options));
  const app = createApp();
  app.mount('/admin', mounted);
  app.add(rateLimit(options));
  const response = await inProcess(app).get('/admin/in');
  expect(response.getHeader('RateLimit')).toEqual(['"login";r=4;t=60']);
});

it('a request that a handler makes for another target is counted', async () => {
  const app = createApp();
  const options = { store: memoryStore({ now }), policies: [LOGIN], now };
  app.add(rateLimit(options));
  app.get('/one', (_request, response) => response);
  app.get('/batch', (request) =>
    Promise.resolve(app.handle(request.withUri(request.getUri().withPath('/one')))),
  );
  const response = await inProcess(app).get('/batch');
  expect(response.getHeader('RateLimit')).toEqual(['"login";r=3;t=60', '"login";r=4;t=60']);
});

it('one custom limiter is asked once, by the outer layer', async () => {
  let asked = 0;
  const limiter = { consume: () => Promise.resolve((asked++, [])) };
  await statedBy({ limiter }, { limiter });
  expect(asked).toBe(1);
});

it('an inner layer counts a request that the outer one could not count, because the store was down', async () => {
  const kept = memoryStore({ now });
  let isDown = true;
  const store: StoreInterface = {
    ...kept,
    increment: (...given) => {
      if (!isDown) return kept.increment(...given);
      isDown = false;
      return Promise.reject(new Error('down'));
    },
  };
  const options = { store, policies: [LOGIN], now };
  expect(await statedBy(options, options)).toEqual(['"login";r=4;t=60']);
});
