import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { memoryStore, StoreError, type StoreInterface } from '@mortise/store';
import { Claim } from './claim.js';
import { type IdempotencyRecord, readRecord } from './idempotency-record.js';

const unkept: IdempotencyRecord = { kind: 'unkept', fingerprint: 'f' };

describe('Claim', () => {
  let store: StoreInterface;
  /** What a call of the store does next; without an entry it works. */
  let faults: ('fails' | 'is lost')[];
  let calls: string[];
  beforeEach(() => {
    jest.useFakeTimers();
    faults = [];
    calls = [];
    store = memoryStore();
    for (const method of ['compareAndSet', 'delete', 'get'] as const) {
      const call = store[method].bind(store) as (...given: unknown[]) => Promise<never>;
      store[method] = async (...given: unknown[]) => {
        calls.push(method);
        const fault = faults.shift();
        if (fault === 'fails') throw StoreError.unavailable('stopped');
        const result = await call(...given);
        if (fault === 'is lost') throw StoreError.unavailable('late');
        return result;
      };
    }
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const claimOf = (options: { readonly random?: () => Uint8Array } = {}) =>
    new Claim(
      {
        ...{ store, ttl: 3_600_000, claimTtl: 3_000, now: Date.now },
        random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
        ...options,
      },
      'k',
      'f',
    );
  const stored = async () => {
    faults = [];
    const found = await store.get('k');
    calls.length = 0;
    return found && readRecord(found.value);
  };

  it('takes a free key, with a fingerprint and until when it is certain', async () => {
    const random = () => new Uint8Array(16).fill(255);
    expect(await claimOf({ random }).take(null)).toBe(true);
    expect(await stored()).toEqual({
      ...{ kind: 'claim', fingerprint: 'f', owner: '_____________________w' },
      until: Date.now() + 3_000,
    });
  });

  it('does not take a key that is taken, unless it is given the version', async () => {
    await claimOf().take(null);
    expect(await claimOf().take(null)).toBe(false);
    const version = (await store.get('k'))?.version ?? '';
    expect(await claimOf().take('other')).toBe(false);
    expect(await claimOf().take(version)).toBe(true);
  });

  it('is renewed every third of its time, until it is settled', async () => {
    const claim = claimOf();
    await claim.take(null);
    for (let renewal = 1; renewal <= 5; renewal++) {
      await jest.advanceTimersByTimeAsync(1_000);
      expect(await stored()).toMatchObject({ until: Date.now() + 3_000 });
    }
    await claim.settle(unkept);
    calls.length = 0;
    await jest.advanceTimersByTimeAsync(10_000);
    expect([calls, await stored()]).toEqual([[], unkept]);
  });

  it('is not renewed once it is abandoned', async () => {
    const claim = claimOf();
    await claim.take(null);
    const before = await stored();
    claim.abandon();
    await jest.advanceTimersByTimeAsync(10_000);
    expect([calls, await stored()]).toEqual([[], before]);
  });

  it('is settled once', async () => {
    const claim = claimOf();
    await claim.take(null);
    expect(claim.isSettled).toBe(false);
    await claim.settle(unkept);
    expect(claim.isSettled).toBe(true);
    await claim.settle(null);
    expect(await stored()).toEqual(unkept);
  });

  it('frees its key', async () => {
    const claim = claimOf();
    await claim.take(null);
    await claim.settle(null);
    expect(await stored()).toBeNull();
  });

  it('is renewed again after a renewal that fails, or whose response is lost', async () => {
    const claim = claimOf();
    await claim.take(null);
    for (const fault of ['fails', 'is lost', 'fails'] as const) {
      faults = [fault];
      await jest.advanceTimersByTimeAsync(1_000);
    }
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await stored()).toMatchObject({ until: Date.now() + 3_000 });
    await claim.settle(unkept);
    expect(await stored()).toEqual(unkept);
  });

  it('is neither renewed nor settled after another request has taken it over', async () => {
    const [lost, other] = [claimOf(), claimOf()];
    await lost.take(null);
    await other.take((await store.get('k'))?.version ?? '');
    await jest.advanceTimersByTimeAsync(999);
    calls.length = 0;
    await jest.advanceTimersByTimeAsync(1);
    expect(calls.sort()).toEqual(['compareAndSet', 'compareAndSet', 'get']);
    calls.length = 0;
    await jest.advanceTimersByTimeAsync(1_000);
    expect(calls).toEqual(['compareAndSet']);
    await lost.settle(unkept);
    expect(await stored()).toMatchObject({ kind: 'claim' });
    await other.settle(unkept);
    expect(await stored()).toEqual(unkept);
  });

  it('does not settle a key that has expired, or holds another outcome', async () => {
    const claim = claimOf();
    await claim.take(null);
    await store.delete('k');
    await claim.settle(unkept);
    expect(await stored()).toBeNull();
  });

  it.each(['before', 'after'])(
    'is settled, and not renewed again, if a renewal arrives %s its outcome',
    async (order) => {
      const claim = claimOf();
      await claim.take(null);
      let release: () => void = () => undefined;
      const compareAndSet = store.compareAndSet.bind(store);
      store.compareAndSet = async (...given) => {
        store.compareAndSet = compareAndSet;
        const written = order === 'before' ? await compareAndSet(...given) : null;
        await new Promise<void>((resolve) => (release = resolve));
        return written ?? compareAndSet(...given);
      };
      await jest.advanceTimersByTimeAsync(1_000);
      await claim.settle(unkept);
      release();
      await jest.advanceTimersByTimeAsync(10_000);
      expect([await stored(), jest.getTimerCount()]).toEqual([unkept, 0]);
    },
  );

  it('keeps no process alive', async () => {
    jest.useRealTimers();
    const timers = () =>
      process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    await claimOf().take(null);
    faults = ['fails'];
    await expect(claimOf().take(null)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect(timers()).toBe(before);
  });

  it('is settled later if the store fails: after half a second, then after twice the pause', async () => {
    const claim = claimOf();
    await claim.take(null);
    faults = ['fails', 'fails', 'fails'];
    await expect(claim.settle(unkept)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    const writes: number[] = [];
    for (let half = 1; half <= 8; half++) {
      calls.length = 0;
      await jest.advanceTimersByTimeAsync(500);
      if (calls.length > 0) writes.push(half / 2);
    }
    expect(writes).toEqual([0.5, 1.5, 3.5]);
    expect(await stored()).toEqual(unkept);
  });

  it('is not tried after four minutes', async () => {
    const claim = claimOf();
    await claim.take(null);
    await store.close();
    await expect(claim.settle(unkept)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    calls.length = 0;
    await jest.advanceTimersByTimeAsync(3_600_000);
    expect(calls.length).toBe(9);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('is settled if the response to the write was lost', async () => {
    const claim = claimOf();
    await claim.take(null);
    faults = ['is lost'];
    await expect(claim.settle(unkept)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await jest.advanceTimersByTimeAsync(500);
    expect(await stored()).toEqual(unkept);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(calls).toEqual([]);
  });

  it('frees its key later if the response to the claim was lost', async () => {
    faults = ['is lost'];
    await expect(claimOf().take(null)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect(await stored()).toMatchObject({ kind: 'claim' });
    await jest.advanceTimersByTimeAsync(500);
    expect(await stored()).toBeNull();
  });

  it('does not free the key of another request if its own claim has failed', async () => {
    faults = ['fails'];
    await expect(claimOf().take(null)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await claimOf().take(null);
    await jest.advanceTimersByTimeAsync(500);
    expect(await stored()).toMatchObject({ kind: 'claim' });
  });

  it('can be settled with less after a value that is too large for the store', async () => {
    store = memoryStore({ maxBytes: 300 });
    const claim = claimOf();
    await claim.take(null);
    const large = { ...unkept, fingerprint: 'f'.repeat(300) };
    await expect(claim.settle(large)).rejects.toMatchObject({ code: 'STORE_VALUE_TOO_LARGE' });
    expect(claim.isSettled).toBe(false);
    await claim.settle(unkept);
    expect(await stored()).toEqual(unkept);
    expect(jest.getTimerCount()).toBe(0);
  });
});
