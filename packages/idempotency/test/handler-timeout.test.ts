/** What requests get after the time of the first handler was up, while it still runs. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { memoryStore } from '@mortise/store';
import { createApp, json, serve } from 'mortise';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import { idempotency } from '../src/index.js';
import { implementations } from '../../../tooling/testing/implementations.js';

const headers = { 'Idempotency-Key': '"k"' };
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

describe.each(implementations)('idempotency with %s', (_, factories) => {
  describe.each(['application', 'group', 'route'] as const)('of the %s', (place) => {
    it('keeps neither the 503 of handlerTimeout nor its claim, and does not free the key', async () => {
      const shop = await slowPayments(place);
      expect(await shop.pay()).toEqual([503, 'HANDLER_TIMEOUT', null]);
      expect(await shop.pay()).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS', '1']);
      // The handler takes effect, and its response arrives late.
      shop.open();
      await waitFor(() => shop.paid === 1);
      expect(await shop.pay()).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS', '1']);
      shop.clock.time += 60_000;
      expect(await shop.pay()).toEqual([409, 'IDEMPOTENCY_OUTCOME_UNKNOWN', null]);
      expect(shop.paid).toBe(1);
    });
  });

  it('frees the key after the 503 of a route that is busy', async () => {
    const app = createApp({ factories, logger: { error: () => undefined, info: () => undefined } });
    let open = (): void => undefined;
    const wait = new Promise<void>((resolve) => (open = resolve));
    app.post(
      '/pay',
      async (_request, response) => {
        await wait;
        return json(response, { paid: true });
      },
      { limits: { concurrency: 1 } },
    );
    app.add(idempotency({ store: memoryStore(), factories, scope: () => 'ada' }));
    const pay = async (key: string) => {
      const request = factories
        .createServerRequest('POST', '/pay')
        .withHeader('Idempotency-Key', key);
      const response = await app.handle(request);
      await request.getLifetime().end({ status: response.getStatusCode(), bytes: 0, error: null });
      return response.getStatusCode();
    };
    const first = pay('"a"');
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await pay('"b"')).toBe(503);
    open();
    expect(await first).toBe(200);
    expect(await pay('"b"')).toBe(200);
  });

  it('does not renew the claim of a handler whose time was up', async () => {
    const shop = await slowPayments('route', 60);
    const first = shop.pay();
    await waitFor(() => shop.renewals > 0);
    expect((await first)[0]).toBe(503);
    // One that was being written.
    await new Promise((resolve) => setTimeout(resolve, 20));
    const { renewals } = shop;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(shop.renewals).toBe(renewals);
    shop.open();
  });

  /** A served shop whose first request waits for {@link open}, longer than its time. */
  async function slowPayments(place: 'application' | 'group' | 'route', claimTtl = 60_000) {
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    const clock = { time: 1_000_000 };
    const store = memoryStore();
    const compareAndSet = store.compareAndSet.bind(store);
    let [paid, renewals] = [0, 0];
    store.compareAndSet = (name, expected, value, ttl) => {
      if (expected !== null) renewals += 1;
      return compareAndSet(name, expected, value, ttl);
    };
    const layer = idempotency({ store, scope: () => 'ada', claimTtl, now: () => clock.time });
    const app = createApp({ factories, logger: { error: () => undefined, info: () => undefined } });
    const group = app.group('', (inside) => {
      const route = inside.post('/pay', async (_request, response) => {
        await opened;
        return json(response, { paid: ++paid }, 201);
      });
      if (place === 'route') route.add(layer);
    });
    if (place === 'group') group.add(layer);
    if (place === 'application') app.add(layer);
    const server = await serve(app, { port: 0, limits: { handlerTimeout: 200 } });
    closing.push(() => server.close());
    const pay = async () => {
      const url = new URL('/pay', server.url);
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, Accept: 'application/json' },
      });
      const { code } = (await response.json()) as { readonly code?: string };
      return [response.status, code, response.headers.get('Retry-After')];
    };
    return {
      clock,
      pay,
      open: () => {
        open();
      },
      get paid() {
        return paid;
      },
      get renewals() {
        return renewals;
      },
    };
  }
});
