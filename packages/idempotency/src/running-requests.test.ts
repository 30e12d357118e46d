/** What requests get while the first one with their key runs, and after its process has ended. */
import { describe, expect, it } from '@jest/globals';
import type { ResponseInterface } from '@mortise/http-message';
import { memoryStore, type StoreInterface } from '@mortise/store';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { type PaymentHandler, payments, PROBLEM, problemOf } from '../test/payments.js';
import type { IdempotencyOptions } from './index.js';

describe.each(implementations)('idempotency with %s', (_, factories) => {
  it('refuses a request with 409 and Retry-After while the first one runs', async () => {
    const gate = gateOf();
    const shop = payments(factories, {}, gate.pass);
    const first = shop.pay();
    await gate.entered;
    const second = await shop.pay({ headers: PROBLEM });
    expect([second.getStatusCode(), second.getHeaderLine('Retry-After')]).toEqual([409, '1']);
    expect(await problemOf(second)).toMatchObject({
      title: 'A request is outstanding for this Idempotency-Key',
      code: 'IDEMPOTENCY_IN_PROGRESS',
    });
    gate.open();
    expect((await first).getStatusCode()).toBe(200);
    expect((await shop.pay()).getStatusCode()).toBe(200);
    expect(shop.runs).toBe(1);
  });

  it('refuses another content with 422 while the first one runs', async () => {
    const gate = gateOf();
    const shop = payments(factories, {}, gate.pass);
    const first = shop.pay({ body: 'a' });
    await gate.entered;
    expect((await shop.pay({ body: 'b' })).getStatusCode()).toBe(422);
    gate.open();
    await first;
  });

  it('refuses a request with 409 without Retry-After once the claim of the first one is lost', async () => {
    const { shop, clock } = await abandoned();
    clock.time += 59_999;
    expect((await shop.pay()).getHeaderLine('Retry-After')).toBe('1');
    clock.time += 1;
    const response = await shop.pay({ headers: PROBLEM });
    expect([response.getStatusCode(), response.hasHeader('Retry-After')]).toEqual([409, false]);
    expect(await problemOf(response)).toMatchObject({ code: 'IDEMPOTENCY_OUTCOME_UNKNOWN' });
    expect(shop.events.map(({ type }) => type)).toEqual(['claim-lost']);
    expect(shop.runs).toBe(0);
  });

  it('runs it again after the time to live', async () => {
    const { shop, clock } = await abandoned();
    clock.time += 86_400_000 - 1;
    expect((await shop.pay()).getStatusCode()).toBe(409);
    clock.time += 1;
    expect((await shop.pay()).getStatusCode()).toBe(201);
  });

  it('runs the handler again once the claim is lost, if configured', async () => {
    const slow: PaymentHandler = async (_request, response) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return response.withStatus(201);
    };
    const { shop, clock } = await abandoned({ onLost: 'rerun' }, slow);
    expect((await shop.pay()).getStatusCode()).toBe(409);
    clock.time += 60_000;
    const responses = await Promise.all([shop.pay(), shop.pay(), shop.pay()]);
    expect(responses.map((each) => each.getStatusCode()).sort()).toEqual([201, 409, 409]);
    expect(shop.runs).toBe(1);
    expect((await shop.pay()).getHeaderLine('Idempotency-Replayed')).toBe('true');
  });

  it('does not run another content again', async () => {
    const { shop, clock } = await abandoned({ onLost: 'rerun' });
    clock.time += 60_000;
    expect((await shop.pay({ body: 'other' })).getStatusCode()).toBe(422);
  });

  it('treats a claim without `claimTtl` as lost after a time to live that is shorter', async () => {
    const { shop, clock } = await abandoned({ ttl: 1_000 });
    clock.time += 999;
    expect((await shop.pay()).getStatusCode()).toBe(409);
    clock.time += 1;
    expect((await shop.pay()).getStatusCode()).toBe(201);
  });

  it.each(['refuse', 'rerun'] as const)(
    'refuses a request with 409 whose stored value cannot be read, with onLost %s',
    async (onLost) => {
      const store = memoryStore();
      const compareAndSet = store.compareAndSet.bind(store);
      store.compareAndSet = (name, expected, _value, ttl) =>
        compareAndSet(name, expected, Uint8Array.of(2, 0, 0), ttl);
      await payments(factories, { store }).pay();
      const shop = payments(factories, { store, onLost });
      const response = await shop.pay();
      expect([response.getStatusCode(), response.getHeaderLine('Retry-After')]).toEqual([409, '1']);
      expect(shop.events.map(({ type }) => type)).toEqual(['record-unreadable']);
      expect(shop.runs).toBe(0);
    },
  );

  it('renews its claim while the handler runs', async () => {
    const clock = { time: 1_000_000 };
    const now = () => clock.time;
    const store = memoryStore({ now });
    const renewals = { count: 0 };
    const compareAndSet = store.compareAndSet.bind(store);
    store.compareAndSet = async (name, expected, value, ttl) => {
      const version = await compareAndSet(name, expected, value, ttl);
      if (expected !== null && version !== null) renewals.count += 1;
      return version;
    };
    const gate = gateOf();
    const options = { store, now, claimTtl: 60, onLost: 'rerun' } as const;
    const shop = payments(factories, options, gate.pass);
    const first = shop.pay();
    await gate.entered;
    for (let round = 1; round <= 3; round++) {
      const before = renewals.count;
      await waitFor(() => renewals.count > before);
      clock.time += 59;
      expect((await shop.pay()).getStatusCode()).toBe(409);
    }
    gate.open();
    await first;
    expect(shop.runs).toBe(1);
  });

  /** A shop whose first request has claimed its key, and never comes back. */
  async function abandoned(
    options: Partial<IdempotencyOptions> = {},
    handle: PaymentHandler | null = null,
  ) {
    const clock = { time: 1_000_000 };
    const now = () => clock.time;
    const store = memoryStore({ now });
    const ended = () => Promise.reject(new Error('the process has ended'));
    const compareAndSet: StoreInterface['compareAndSet'] = async (...given) => {
      dying.compareAndSet = ended;
      await store.compareAndSet(...given);
      return ended();
    };
    const dying = { ...memoryStore(), compareAndSet, get: ended, delete: ended } as StoreInterface;
    await payments(factories, { ...options, store: dying, now }).pay();
    const shop = payments(factories, { ...options, store, now }, handle);
    return { shop, clock };
  }
});

/** A handler that responds when the test opens the gate. */
function gateOf() {
  let enter: () => void = () => undefined;
  let open: () => void = () => undefined;
  const entered = new Promise<void>((resolve) => (enter = resolve));
  const opened = new Promise<void>((resolve) => (open = resolve));
  return {
    entered,
    open,
    pass: async (_request: unknown, response: ResponseInterface) => {
      enter();
      await opened;
      return response;
    },
  };
}
