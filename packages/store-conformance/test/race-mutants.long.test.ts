import { expect, it } from '@jest/globals';
import type { StoreInterface } from '@mortise/store';
import { ContractViolation } from '../src/index.js';
import { type Mutant, violationOf } from './mutant.js';

const MINUTE = 60_000;
const other = 'z'.repeat(12);

/** Changes the result of `compareAndSet`. */
function casting(
  change: (result: string | null, expected: string | null, key: string) => string | null,
) {
  return (store: StoreInterface) => ({
    compareAndSet: async (...args: Parameters<StoreInterface['compareAndSet']>) =>
      change(await store.compareAndSet(...args), args[1], args[0]),
  });
}

const ABSENT = 'compareAndSet with null writes only an absent key';
const CURRENT = 'compareAndSet with the current version writes';
const OLD = 'compareAndSet with an old version changes nothing';
const AGAIN = 'a key that was deleted and written again does not match an old version';
const DELETED = 'compareAndSet with a version does not restore a deleted key';
const DELETES = 'delete returns whether a value was deleted';
const DELETES_VERSION = 'delete with a version deletes only that version';
const RACE = 'of 50 concurrent writes to an absent key one wins';
const RACE_OVER = 'of 50 concurrent writes over one version one wins';
const EXPIRES = 'a value expires, and its key is free for compareAndSet with null';
const TOUCH = 'touch extends the time to live of a value and keeps its version';
const TOUCH_ABSENT = 'touch of an absent key creates nothing';

const mutants: readonly Mutant[] = [
  ['returns another version than it writes', ABSENT, casting((result) => result && other)],
  ['says that it wrote an existing key', ABSENT, casting((result) => result ?? other)],
  [
    'writes an existing key, and says that it did not',
    ABSENT,
    (store) => ({
      compareAndSet: async (key, expected, value, ttl) => {
        const version = await store.compareAndSet(key, expected, value, ttl);
        if (version === null) await store.set(key, value, ttl);
        return version;
      },
    }),
  ],
  ['returns another version than it writes', CURRENT, casting((result) => result && other)],
  [
    'does not write, and says that it did',
    CURRENT,
    (store) => ({ compareAndSet: async (key) => (await store.get(key))?.version ?? null }),
  ],
  ['says that it wrote over an old version', OLD, casting((result) => result ?? other)],
  [
    'writes over an old version, and says that it did not',
    OLD,
    (store) => ({
      compareAndSet: async (key, _expected, value, ttl) => {
        await store.set(key, value, ttl);
        return null;
      },
    }),
  ],
  [
    'changes the version when it refuses a write',
    OLD,
    (store) => ({
      compareAndSet: async (key, _expected, _value, ttl) => {
        await store.set(key, (await store.get(key))?.value ?? '', ttl);
        return null;
      },
    }),
  ],
  ['says that it wrote over a version of before', AGAIN, casting((result) => result ?? other)],
  ['deletes a version of before', AGAIN, (store) => ({ delete: (key) => store.delete(key) })],
  [
    'says that it restored a key',
    DELETED,
    casting((result, expected) => (expected ? other : result)),
  ],
  [
    'restores a key without a version',
    DELETED,
    casting((result, expected) => (expected === '' ? other : result)),
  ],
  [
    'restores a key, and says that it did not',
    DELETED,
    (store) => ({
      compareAndSet: async (key, _expected, value, ttl) => {
        await store.set(key, value, ttl);
        return null;
      },
    }),
  ],
  [
    'never says that it deleted',
    DELETES,
    (store) => ({
      delete: async (key) => {
        await store.delete(key);
        return false;
      },
    }),
  ],
  [
    'only hides what it deletes from another deletion',
    DELETES,
    () => {
      let deleted = false;
      return {
        delete: () => {
          const first = !deleted;
          deleted = true;
          return Promise.resolve(first);
        },
      };
    },
  ],
  [
    'deletes an old version, and says that it did not',
    DELETES_VERSION,
    (store) => ({
      delete: async (key, expected) => {
        const isDeleted = await store.delete(key, expected);
        if (!isDeleted) await store.delete(key);
        return isDeleted;
      },
    }),
  ],
  [
    'deletes no version',
    DELETES_VERSION,
    (store) => ({
      delete: (key, expected) =>
        expected === undefined ? store.delete(key) : Promise.resolve(false),
    }),
  ],
  ['says that every write won', RACE, casting((result) => result ?? other)],
  ['says that no write won', RACE, casting(() => null)],
  ['says that every write won', RACE_OVER, casting((result) => result ?? other)],
  ['returns another version to the winner', RACE, casting((result) => result && other)],
  [
    'loses the value of the winner',
    RACE,
    (store) => ({
      compareAndSet: async (key, expected, value, ttl) => {
        const version = await store.compareAndSet(key, expected, value, ttl);
        if (version !== null) await store.delete(key);
        return version;
      },
      get: (key) => store.get(key),
    }),
  ],
  [
    'stores the value of a loser',
    RACE,
    (store) => ({
      compareAndSet: (key, expected, _value, ttl) =>
        store.compareAndSet(key, expected, 'writer', ttl),
    }),
  ],
  [
    'says that every deletion won',
    'of 20 concurrent deletions of one value one wins',
    (store) => ({
      delete: async (key, expected) => {
        await store.delete(key, expected);
        return true;
      },
    }),
  ],
  [
    'says that every deletion of a version won',
    'of 20 concurrent deletions of one value one wins',
    (store) => ({
      delete: async (key, expected) =>
        (await store.delete(key, expected)) || expected !== undefined,
    }),
  ],
  [
    'says that every deletion without a version won',
    'of 20 concurrent deletions of one value one wins',
    (store) => ({
      delete: async (key, expected) =>
        (await store.delete(key, expected)) || expected === undefined,
    }),
  ],
  [
    'says that no deletion won',
    'of 20 concurrent deletions of one value one wins',
    () => ({ delete: () => Promise.resolve(false) }),
  ],
  [
    'writes over a version that has expired',
    EXPIRES,
    casting((result, expected) => expected ?? result),
  ],
  ['touches what has expired', EXPIRES, () => ({ touch: () => Promise.resolve(true) })],
  ['deletes what has expired', EXPIRES, () => ({ delete: () => Promise.resolve(true) })],
  ['keeps the key of an expired value', EXPIRES, casting(() => null)],
  ['returns another version after an expiry', EXPIRES, casting((result) => result && other)],
  [
    'ignores a write to an expired key',
    'set gives an expired key a new time to live',
    (store) => {
      let writes = 0;
      return {
        set: (key, value, ttl) => store.set(++writes === 1 ? key : `${key}-2`, value, ttl),
      };
    },
  ],
  [
    'says that it touched nothing',
    TOUCH,
    (store) => ({
      touch: async (key, ttl) => {
        await store.touch(key, ttl);
        return false;
      },
    }),
  ],
  [
    'writes a new version when it touches',
    TOUCH,
    (store) => ({
      touch: async (key, ttl) => {
        const stored = await store.get(key);
        if (stored !== null) await store.set(key, stored.value, ttl);
        return stored !== null;
      },
    }),
  ],
  [
    'says that it touched an absent key',
    TOUCH_ABSENT,
    () => ({ touch: () => Promise.resolve(true) }),
  ],
  [
    'creates a key when it touches',
    TOUCH_ABSENT,
    (store) => ({
      touch: async (key) => {
        await store.set(key, '', MINUTE);
        return false;
      },
    }),
  ],
];

it.each(mutants)('a store that %s is found by "%s"', async (_fault, found, breakIt) => {
  expect(await violationOf(found, breakIt)).toBeInstanceOf(ContractViolation);
});
