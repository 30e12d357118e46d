import { expect, it } from '@jest/globals';
import { ContractViolation } from '../src/index.js';
import { type Mutant, violationOf } from './mutant.js';

const MINUTE = 60_000;
const EXPIRES = 'a value expires, and its key is free for compareAndSet with null';
const COMPARED = 'a value of compareAndSet expires';
const EXTENDED = 'touch extends the time to live of a value and keeps its version';

const mutants: readonly Mutant[] = [
  [
    'replaces an expired value by its version',
    EXPIRES,
    (store) => ({
      compareAndSet: (key, expected, value, ttl) =>
        store.compareAndSet(key, value === 'b' ? null : expected, value, ttl),
    }),
  ],
  ['touches an expired value', EXPIRES, () => ({ touch: () => Promise.resolve(true) })],
  [
    'says that it deleted an expired value',
    EXPIRES,
    (store) => ({
      delete: async (key, expected) =>
        (await store.delete(key, expected)) || expected === undefined,
    }),
  ],
  [
    'says that it deleted the version of an expired value',
    EXPIRES,
    (store) => ({
      delete: async (key, expected) =>
        (await store.delete(key, expected)) || expected !== undefined,
    }),
  ],
  [
    'does not free an expired key',
    EXPIRES,
    (store) => ({
      compareAndSet: (key, expected, value, ttl) =>
        expected === null ? Promise.resolve(null) : store.compareAndSet(key, expected, value, ttl),
    }),
  ],
  [
    'writes an absent key without an expiry',
    COMPARED,
    (store) => ({
      compareAndSet: (key, expected, value, ttl) =>
        store.compareAndSet(key, expected, value, expected === null ? MINUTE : ttl),
    }),
  ],
  [
    'keeps the expiry of the version that it replaces',
    COMPARED,
    (store) => ({
      compareAndSet: (key, expected, value, ttl) =>
        store.compareAndSet(key, expected, value, expected === null ? ttl : MINUTE),
    }),
  ],
  [
    'changes the version when it touches a value',
    EXTENDED,
    (store) => ({
      touch: async (key, ttl) => (await store.set(key, 'a', ttl)) !== '',
    }),
  ],
  [
    'only extends a time to live',
    'touch shortens the time to live, too',
    (store) => ({
      touch: (key, ttl) => store.touch(key, Math.max(ttl, MINUTE)),
    }),
  ],
  [
    'writes an expired key in vain',
    'set gives an expired key a new time to live',
    (store) => ({
      set: (key, value, ttl) => (value === 'b' ? Promise.resolve('') : store.set(key, value, ttl)),
    }),
  ],
  [
    'creates a key that it touches',
    'touch of an absent key creates nothing',
    (store) => ({
      touch: async (key, ttl) => {
        await store.set(key, '', ttl);
        return false;
      },
    }),
  ],
];

// At the same time: a rule that waits in vain for an expiry takes 10 s.
it.concurrent.each(mutants)('a store that %s is found', async (_fault, found, breakIt) => {
  expect(await violationOf(found, breakIt)).toBeInstanceOf(ContractViolation);
});
