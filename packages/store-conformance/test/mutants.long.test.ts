import { describe, expect, it } from '@jest/globals';
import { memoryStore } from '@mortise/store';
import { ContractViolation, storeCases, storeFaultCases } from '../src/index.js';
import { bound, type BreakStore, caseNamed, type Mutant, violationOf } from './mutant.js';

const MINUTE = 60_000;

const mutants: readonly Mutant[] = [
  [
    'forgets the bytes above 127',
    'bytes are read back exactly, including NUL and invalid UTF-8',
    (store) => ({
      get: async (key) => {
        const stored = await store.get(key);
        return stored && { ...stored, value: stored.value.map((byte) => byte & 127) };
      },
    }),
  ],
  [
    'has no limit for values',
    'a value over 1 MiB is refused, bytes and text',
    () => ({
      set: () => Promise.resolve('a'.repeat(12)),
    }),
  ],
  [
    'treats an empty value as absent',
    'an empty value is not an absent one',
    (store) => ({
      get: async (key) => {
        const stored = await store.get(key);
        return stored?.value.length === 0 ? null : stored;
      },
    }),
  ],
  [
    'keeps the version when it writes',
    'set replaces a value, and each write has another version',
    (store) => ({
      set: async (...args) => {
        await store.set(...args);
        return 'a'.repeat(12);
      },
    }),
  ],
  [
    'throws instead of rejecting',
    'other keys are refused by every method',
    () => ({
      get: () => {
        throw new Error('synchronous');
      },
    }),
  ],
  [
    'ignores the expected version',
    'compareAndSet with an old version changes nothing',
    (store) => ({
      compareAndSet: (key, _expected, value, ttl) => store.set(key, value, ttl),
    }),
  ],
  [
    'reads before it writes',
    'of 50 concurrent writes to an absent key one wins',
    (store) => ({
      compareAndSet: async (key, expected, value, ttl) => {
        const version = (await store.get(key))?.version ?? null;
        return version === expected ? store.set(key, value, ttl) : null;
      },
    }),
  ],
  [
    'brings deleted keys back',
    'compareAndSet with a version does not restore a deleted key',
    (store) => ({
      compareAndSet: async (key, expected, value, ttl) =>
        (await store.get(key)) === null
          ? store.set(key, value, ttl)
          : store.compareAndSet(key, expected, value, ttl),
    }),
  ],
  [
    'deletes any version',
    'delete with a version deletes only that version',
    (store) => ({
      delete: (key) => store.delete(key),
    }),
  ],
  [
    'always says that it deleted',
    'delete returns whether a value was deleted',
    (store) => ({
      delete: async (key, expected) => {
        await store.delete(key, expected);
        return true;
      },
    }),
  ],
  [
    'ignores touch',
    'touch extends the time to live of a value and keeps its version',
    (store) => ({
      touch: async (key) => (await store.get(key)) !== null,
    }),
  ],
  [
    'never ends a value',
    'a value expires, and its key is free for compareAndSet with null',
    (store) => ({
      set: (key, value) => store.set(key, value, MINUTE),
    }),
  ],
  [
    'prolongs a counter with each step',
    'a counter keeps its first expiry',
    (store) => ({
      increment: async (key, by, ttl) => ({
        ...(await store.increment(key, by, ttl)),
        expiresIn: ttl,
      }),
    }),
  ],
  [
    'counts below 0',
    'a counter never goes below 0',
    (store) => {
      const counts = new Map<string, number>();
      return {
        increment: async (key, by, ttl) => {
          const value = (counts.get(key) ?? 0) + by;
          counts.set(key, value);
          return { value, expiresIn: (await store.increment(key, by, ttl)).expiresIn };
        },
      };
    },
  ],
  [
    'reads, waits and writes a count',
    '200 concurrent increments return every count from 1 to 200',
    (store) => ({
      increment: async (key, by, ttl) => {
        const { value, expiresIn } = await store.increment(key, 0, ttl);
        await store.increment(key, by, ttl);
        return { value: value + by, expiresIn };
      },
    }),
  ],
  [
    'creates a counter when it is read',
    'an absent counter is 0 and is not created by 0 or less',
    (store) => ({
      increment: async (key, by, ttl) => {
        if (by > 0) return store.increment(key, by, ttl);
        await store.increment(key, 1, ttl);
        return store.increment(key, -1, ttl);
      },
    }),
  ],
  [
    'keeps counters among the values',
    'counters and values are separate',
    (store) => ({
      increment: async (key, by, ttl) => {
        const count = await store.increment(key, by, ttl);
        await store.set(key, String(count.value), ttl);
        return count;
      },
    }),
  ],
  [
    'refuses with another status',
    'a closed store rejects every call',
    refusingWith({ code: 'STORE_UNAVAILABLE', status: 500 }),
  ],
  [
    'refuses with another code',
    'a closed store rejects every call',
    refusingWith({ code: 'STORE_CLOSED', status: 503 }),
  ],
  [
    'responds after it was closed',
    'a closed store rejects every call',
    () => ({
      close: () => Promise.resolve(),
    }),
  ],
];

/** A closed store whose errors have other members. */
function refusingWith(members: object): BreakStore {
  return (store) => ({
    get: (key) =>
      store
        .get(key)
        .catch((error: unknown) =>
          Promise.reject(Object.assign(new Error('', { cause: error }), members)),
        ),
  });
}

describe('storeCases', () => {
  it.each(mutants)('finds a store that %s', async (_fault, found, breakIt) => {
    expect(await violationOf(found, breakIt)).toBeInstanceOf(ContractViolation);
  });

  it('closes the store of each case', async () => {
    let open = 0;
    const create = () => {
      const store = bound(memoryStore());
      open += 1;
      return { ...store, close: () => ((open -= 1), store.close()) };
    };
    await caseNamed(storeCases(create), 'get of an absent key is null').run();
    expect(open).toBe(0);
  });
});

describe('storeFaultCases', () => {
  it('finds a store that serves from memory while its server is down', async () => {
    const nothing = () => undefined;
    const create = () => {
      const store = memoryStore();
      return Promise.resolve({
        store,
        stop: nothing,
        stall: nothing,
        resume: nothing,
        restart: nothing,
        close: () => store.close(),
      });
    };
    const [first] = storeFaultCases(create);
    await expect(first?.run()).rejects.toThrow(/was not refused; expected STORE_UNAVAILABLE$/);
  });
});
