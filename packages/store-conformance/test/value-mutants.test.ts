import { describe, expect, it } from '@jest/globals';
import { StoreError, type StoreInterface, type StoredValue } from '@mortise/store';
import { ContractViolation } from '../src/index.js';
import { bound, type Mutant, violationOf } from './mutant.js';

const MINUTE = 60_000;
const YEARS = 315_360_000_000;

/** Changes what `get` finds. */
function changing(change: (stored: StoredValue, key: string) => StoredValue | null) {
  return (store: StoreInterface) => ({
    get: async (key: string) => {
      const stored = await store.get(key);
      return stored && change(stored, key);
    },
  });
}

const BYTES = 'bytes are read back exactly, including NUL and invalid UTF-8';
const MIB = 'a value of 1 MiB is read back exactly';
const TOO_LARGE = 'a value over 1 MiB is refused, bytes and text';
const CALLER = 'bytes that the caller changes later do not change the value';
const VERSIONS = 'set replaces a value, and each write has another version';
const CASE = 'keys that differ in case, or in a trailing space, are different';
const TTL = 'times to live are integers from 1 ms to 10 years';

const mutants: readonly Mutant[] = [
  [
    'has a value for every key',
    'get of an absent key is null',
    () => ({ get: () => Promise.resolve({ version: 'x', value: new Uint8Array() }) }),
  ],
  [
    'returns lists',
    BYTES,
    changing((stored) => ({ ...stored, value: [...stored.value] as never })),
  ],
  [
    'writes Latin-1',
    'text is stored as UTF-8',
    (store) => ({
      set: (key, value, ttl) => store.set(key, Buffer.from(value as string, 'latin1'), ttl),
    }),
  ],
  [
    'loses a last byte',
    MIB,
    changing((stored) => ({ ...stored, value: stored.value.subarray(0, 1_048_575) })),
  ],
  [
    'changes a late byte',
    MIB,
    changing((stored) => {
      stored.value[1_048_575] = 255;
      return stored;
    }),
  ],
  [
    'has no limit for bytes',
    TOO_LARGE,
    (store) => ({
      set: (key, value, ttl) => store.set(key, typeof value === 'string' ? value : '', ttl),
    }),
  ],
  [
    'has no limit for text',
    TOO_LARGE,
    (store) => ({
      set: (key, value, ttl) => store.set(key, value[0] === 'x' ? '' : value, ttl),
    }),
  ],
  [
    'counts the characters of text',
    TOO_LARGE,
    (store) => ({
      set: (key, value, ttl) => store.set(key, value[0] === 'é' ? '' : value, ttl),
    }),
  ],
  [
    'refuses a large value with another status',
    TOO_LARGE,
    () => ({ set: () => Promise.reject(StoreError.unavailable('too large')) }),
  ],
  [
    'writes a part of a refused value',
    TOO_LARGE,
    (store) => ({
      set: async (key, value, ttl) => {
        await store.set(key, '', ttl);
        return store.set(key, value, ttl);
      },
    }),
  ],
  [
    'reads the bytes of the caller later',
    CALLER,
    (store) => ({
      set: async (key, value, ttl) => {
        await Promise.resolve();
        return store.set(key, value, ttl);
      },
    }),
  ],
  [
    'returns its own bytes',
    CALLER,
    (store) => {
      let own: StoredValue | null = null;
      return { get: async (key) => (own ??= await store.get(key)) };
    },
  ],
  [
    'has one version for all writes',
    VERSIONS,
    (store) => ({
      ...changing((stored) => ({ ...stored, version: 'a'.repeat(12) }))(store),
      set: async (...args) => {
        await store.set(...args);
        return 'a'.repeat(12);
      },
    }),
  ],
  [
    'has longer versions',
    VERSIONS,
    (store) => ({
      ...changing((stored) => ({ ...stored, version: `${stored.version}x` }))(store),
      set: async (...args) => `${await store.set(...args)}x`,
    }),
  ],
  [
    'returns the version of the first write',
    VERSIONS,
    (store) => {
      let first: string | null = null;
      return changing((stored) => ({ ...stored, version: (first ??= stored.version) }))(store);
    },
  ],
  [
    'ignores the case of keys',
    CASE,
    (store) => ({
      get: (key) => store.get(key.toLowerCase()),
      set: (key, ...others) => store.set(key.toLowerCase(), ...others),
    }),
  ],
  [
    'trims keys',
    CASE,
    (store) => ({
      get: (key) => store.get(key.trim()),
      set: (key, ...others) => store.set(key.trim(), ...others),
    }),
  ],
  [
    'refuses 10 years for set',
    TTL,
    (store) => ({
      set: (key, value, ttl) => store.set(key, value, ttl === YEARS ? YEARS + 1 : ttl),
    }),
  ],
  [
    'refuses 10 years for touch',
    TTL,
    (store) => ({ touch: (key, ttl) => store.touch(key, ttl === YEARS ? YEARS + 1 : ttl) }),
  ],
  [
    'touches nothing',
    TTL,
    (store) => ({
      touch: (key, ttl) => (ttl === YEARS ? Promise.resolve(false) : store.touch(key, ttl)),
    }),
  ],
  [
    'writes a value whose time to live it refuses',
    TTL,
    (store) => ({
      set: async (key, value, ttl) => {
        await store.set(key, value, MINUTE);
        return store.set(key, value, ttl);
      },
    }),
  ],
];

it.each(mutants)('a store that %s is found', async (_fault, found, breakIt) => {
  expect(await violationOf(found, breakIt)).toBeInstanceOf(ContractViolation);
});

it.each([undefined, null, 7, {}, [1]])('a store that stores %j is found', async (accepted) => {
  const violation = await violationOf(
    'a value that is neither bytes nor text is refused',
    (store) => ({
      set: (key, value, ttl) =>
        store.set(key, JSON.stringify(value) === JSON.stringify(accepted) ? '' : value, ttl),
    }),
  );
  expect(violation).toBeInstanceOf(ContractViolation);
});

const KEYS = ['__proto__', 'constructor', 'a b', '{x}:y', "'; --", '%_\\', 'é€😀', '\u0001\n'];

describe.each([...KEYS, 'x'.repeat(400), 'é'.repeat(251)])('a key with %j', (part) => {
  const rule = 'every key of up to 512 bytes is accepted';

  it('must be stored', async () => {
    const lose = changing((stored, key) => (key.includes(part) ? null : stored));
    expect(await violationOf(rule, lose)).toBeInstanceOf(ContractViolation);
  });

  it('must be deleted', async () => {
    const violation = await violationOf(rule, (store) => ({
      delete: (key) => (key.includes(part) ? Promise.resolve(false) : store.delete(key)),
    }));
    expect(violation).toBeInstanceOf(ContractViolation);
  });
});

it('a store that loses the key __proto__ is found', async () => {
  const lose = changing((stored, key) => (key === '__proto__' ? null : stored));
  const rule = 'every key of up to 512 bytes is accepted';
  expect(await violationOf(rule, lose)).toBeInstanceOf(ContractViolation);
});

type Method = (...args: unknown[]) => Promise<unknown>;

const METHODS = ['get', 'set', 'compareAndSet', 'delete', 'touch', 'increment'] as const;
const BAD_KEYS = ['', 'a\0b', '\ud800', 'x'.repeat(513), `x${'é'.repeat(256)}`, undefined, 7];

describe.each(METHODS)('the method %s', (method) => {
  it.each(BAD_KEYS)('of a store that accepts the key %j is found', async (bad) => {
    const violation = await violationOf('other keys are refused by every method', (store) => ({
      [method]: (key: unknown, ...others: unknown[]) =>
        (bound(store)[method] as Method)(key === bad ? 'a' : key, ...others),
    }));
    expect(violation).toBeInstanceOf(ContractViolation);
  });

  it('of a store that was closed must reject', async () => {
    const violation = await violationOf('a closed store rejects every call', () => ({
      [method]: () => Promise.resolve(null),
    }));
    expect(violation).toBeInstanceOf(ContractViolation);
  });
});

const BAD_TTLS = [0, -1, 1.5, Number.NaN, Infinity, YEARS + 1, '5'];

describe.each(['set', 'compareAndSet', 'touch', 'increment'] as const)(
  'the method %s',
  (method) => {
    it.each(BAD_TTLS)('of a store that accepts a time to live of %p is found', async (bad) => {
      const violation = await violationOf(TTL, (store) => ({
        [method]: (...args: unknown[]) =>
          Object.is(args.at(-1), bad)
            ? Promise.resolve(null)
            : (bound(store)[method] as Method)(...args),
      }));
      expect(violation).toBeInstanceOf(ContractViolation);
    });
  },
);

it('an error that the contract does not allow is the cause of a violation', async () => {
  const failure = new Error('lost');
  const violation = await violationOf('get of an absent key is null', () => ({
    get: () => Promise.reject(failure),
  }));
  expect(violation).toBeInstanceOf(ContractViolation);
  expect(violation).toHaveProperty('cause', failure);
});
