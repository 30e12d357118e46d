/** What requests get while the store fails; with real servers in `test/server-faults.test.ts`. */
import { describe, expect, it } from '@jest/globals';
import { memoryStore, StoreError, type StoreInterface } from '@mortise/store';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { payments } from '../test/payments.js';

describe.each(implementations)('idempotency with %s', (_, factories) => {
  it('refuses requests with 503 while the store is down, and reports it once a minute', async () => {
    const clock = { time: 1_000_000 };
    const shop = payments(factories, { store: closedStore(), now: () => clock.time });
    const counts: number[] = [];
    for (clock.time of [1_000_000, 1_000_001, 1_059_999, 1_060_000]) {
      expect((await shop.pay()).getStatusCode()).toBe(503);
      counts.push(shop.events.length);
    }
    expect([shop.runs, counts]).toEqual([0, [1, 1, 1, 2]]);
    expect(shop.events[0]).toEqual({
      type: 'store-down',
      request: expect.anything(),
      error: expect.objectContaining({ code: 'STORE_UNAVAILABLE' }),
    });
  });

  it('runs the handler each time while the store is down, if configured', async () => {
    const shop = payments(factories, { store: closedStore(), whenDown: 'pass' });
    expect([(await shop.pay()).getStatusCode(), (await shop.pay()).getStatusCode()]).toEqual([
      201, 201,
    ]);
    expect([shop.runs, shop.events.length]).toEqual([2, 1]);
  });

  it('passes the body to the handler while the store is down', async () => {
    const options = { store: closedStore(), whenDown: 'pass' } as const;
    const shop = payments(factories, options, async (request, response) =>
      response.withBody(factories.createStream(await request.getBody().getContents())),
    );
    expect(await (await shop.pay({ body: 'amount=7' })).getBody().text()).toBe('amount=7');
  });

  it('refuses malformed keys and missing keys while the store is down, too', async () => {
    const shop = payments(factories, { store: closedStore(), whenDown: 'pass' });
    expect((await shop.client.post('/pay')).getStatusCode()).toBe(400);
  });

  it('refuses with 503 if the key is taken and its value cannot be read from the store', async () => {
    const store = memoryStore();
    const shop = payments(factories, { store });
    await shop.pay();
    store.get = () => Promise.reject(StoreError.unavailable('late'));
    expect([(await shop.pay()).getStatusCode(), shop.runs]).toEqual([503, 1]);
  });

  it('sends the response of a handler that has run, and the error of one that failed', async () => {
    for (const fails of [false, true]) {
      const store = memoryStore();
      const shop = payments(factories, { store }, async (_request, response) => {
        await store.close();
        if (fails) throw Object.assign(new Error('x'), { status: 402 });
        return response.withStatus(201);
      });
      expect((await shop.pay()).getStatusCode()).toBe(fails ? 402 : 201);
      expect(shop.events).toMatchObject([{ type: 'store-down' }]);
    }
  });

  it('keeps the response as soon as the store works again', async () => {
    const store = memoryStore();
    const compareAndSet = store.compareAndSet.bind(store);
    const shop = payments(factories, { store }, (_request, response) => {
      store.compareAndSet = () => Promise.reject(StoreError.unavailable('stopped'));
      return response.withStatus(201);
    });
    await shop.pay();
    expect((await shop.pay()).getStatusCode()).toBe(503);
    store.compareAndSet = compareAndSet;
    await waitFor(async () => (await shop.pay()).getHeaderLine('Idempotency-Replayed') === 'true');
    expect(shop.runs).toBe(1);
  });

  it('claims a key that is freed while it looks at it', async () => {
    const store = memoryStore();
    const get = store.get.bind(store);
    const shop = payments(factories, { store });
    await shop.pay();
    store.get = async (name) => {
      await store.delete(name);
      return get(name);
    };
    expect([(await shop.pay()).getStatusCode(), shop.runs]).toEqual([201, 2]);
  });

  it('refuses with 409 if a key is freed each time it looks at it', async () => {
    const store = memoryStore();
    store.compareAndSet = () => Promise.resolve(null);
    const shop = payments(factories, { store });
    expect([(await shop.pay()).getStatusCode(), shop.runs]).toEqual([409, 0]);
  });

  it.each([true, false, undefined, 1])(
    'runs no handler if compareAndSet of the store resolves to %s',
    async (result) => {
      const store = memoryStore();
      const compareAndSet = store.compareAndSet.bind(store);
      store.compareAndSet = async (...given) => {
        await compareAndSet(...given);
        return result as never;
      };
      const shop = payments(factories, { store });
      const statuses = (await Promise.all([shop.pay(), shop.pay()])).map((sent) =>
        sent.getStatusCode(),
      );
      expect([statuses, shop.runs]).toEqual([[500, 500], 0]);
      const option = 'idempotency.store.compareAndSet';
      expect(shop.events).toMatchObject([{ type: 'store-down', error: { option } }]);
    },
  );

  it.each([undefined, { value: 'text', version: 'a' }])(
    'repeats no request if get of the store resolves to %p',
    async (found) => {
      const store = memoryStore();
      const shop = payments(factories, { store });
      await shop.pay();
      store.get = () => Promise.resolve(found as never);
      expect([(await shop.pay()).getStatusCode(), shop.runs]).toEqual([500, 1]);
      expect(shop.events).toMatchObject([{ error: { option: 'idempotency.store.get' } }]);
    },
  );
});

function closedStore(): StoreInterface {
  const store = memoryStore();
  void store.close();
  return store;
}
