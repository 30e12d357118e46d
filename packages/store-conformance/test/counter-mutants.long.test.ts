import { expect, it } from '@jest/globals';
import type { CounterState, StoreInterface } from '@mortise/store';
import { ContractViolation } from '../src/index.js';
import { type Mutant, violationOf } from './mutant.js';

const MINUTE = 60_000;

/** Changes the result of `increment`. */
function counting(change: (state: CounterState, by: number, ttl: number) => Partial<CounterState>) {
  return (store: StoreInterface) => ({
    increment: async (key: string, by: number, ttl: number) => {
      const state = await store.increment(key, by, ttl);
      return { ...state, ...change(state, by, ttl) };
    },
  });
}

const FIRST = 'a counter starts at the first value added';
const EXPIRY = 'a counter keeps its first expiry';
const ABSENT = 'an absent counter is 0 and is not created by 0 or less';
const LARGE = 'the largest increments are exact';
const REFUSED = 'other increments are refused';
const SEPARATE = 'counters and values are separate';

const mutants: readonly Mutant[] = [
  ['starts at 1', FIRST, counting(({ value }) => ({ value: value - 1 }))],
  ['does not add', FIRST, counting((_state, by) => ({ value: by }))],
  ['has counters that have expired', FIRST, counting(() => ({ expiresIn: 0 }))],
  [
    'has counters that expire later',
    FIRST,
    counting((_state, _by, ttl) => ({ expiresIn: ttl + 1 })),
  ],
  ['has a negative time until the expiry', EXPIRY, counting(() => ({ expiresIn: -1 }))],
  [
    'counts on after an expiry',
    EXPIRY,
    (store) => {
      let count = 0;
      return {
        increment: async (key, by, ttl) => {
          const state = await store.increment(key, by, ttl);
          count += by;
          return by === 0 ? state : { ...state, value: count };
        },
      };
    },
  ],
  [
    'adds 1 for 0',
    'adding 0 reads a counter',
    (store) => ({
      increment: (key, by, ttl) => store.increment(key, by === 0 ? 1 : by, ttl),
    }),
  ],
  [
    'has absent counters of 1',
    ABSENT,
    counting(({ value }, by) => ({ value: by === 0 ? 1 : value })),
  ],
  [
    'has absent counters that expire earlier',
    ABSENT,
    counting((_state, by) => (by === 0 ? { expiresIn: 1 } : {})),
  ],
  [
    'has absent counters below 0',
    ABSENT,
    counting(({ value }, by) => ({ value: by < 0 ? by : value })),
  ],
  [
    'has absent counters that expire now',
    ABSENT,
    counting((_state, by) => (by < 0 ? { expiresIn: 0 } : {})),
  ],
  [
    'gives a counter the expiry of the read before it',
    ABSENT,
    counting((_state, by) => (by > 0 ? { expiresIn: 5_000 } : {})),
  ],
  [
    'never subtracts',
    'a counter never goes below 0',
    (store) => ({
      increment: (key, by, ttl) => store.increment(key, Math.max(0, by), ttl),
    }),
  ],
  [
    'counts below 0 inside',
    'a counter never goes below 0',
    () => {
      let count = 0;
      return {
        increment: (_key, by, ttl) => {
          count += by;
          return Promise.resolve({ value: Math.max(0, count), expiresIn: ttl });
        },
      };
    },
  ],
  [
    'begins again at 0',
    'a counter at 0 keeps its expiry',
    counting(({ value }, by, ttl) => (value === by ? { expiresIn: ttl } : {})),
  ],
  ['has counters of 32 bits', LARGE, counting(({ value }) => ({ value: value | 0 }))],
  [
    'refuses the largest decrement',
    LARGE,
    (store) => ({ increment: (key, by, ttl) => store.increment(key, Math.max(by, -1), ttl) }),
  ],
  [
    'counts what it refuses',
    REFUSED,
    (store) => ({
      increment: async (key, by, ttl) => {
        await store.increment(key, 1, ttl);
        return store.increment(key, by, ttl);
      },
    }),
  ],
  [
    'shows counters as values',
    SEPARATE,
    () => ({ get: () => Promise.resolve({ version: 'x', value: new Uint8Array() }) }),
  ],
  ['says that it deleted a counter', SEPARATE, () => ({ delete: () => Promise.resolve(true) })],
  [
    'has no room for a value beside a counter',
    SEPARATE,
    () => ({ compareAndSet: () => Promise.resolve(null) }),
  ],
  [
    'begins a counter again when a value is written',
    SEPARATE,
    (store) => ({
      compareAndSet: async (key, ...others) => {
        await store.increment(key, -3, MINUTE);
        return store.compareAndSet(key, ...others);
      },
    }),
  ],
  [
    'deletes a counter with its value',
    SEPARATE,
    (store) => ({
      delete: async (key) => {
        const isDeleted = await store.delete(key);
        if (isDeleted) await store.increment(key, -9, MINUTE);
        return isDeleted;
      },
    }),
  ],
];

it.each(mutants)('a store that %s is found by "%s"', async (_fault, found, breakIt) => {
  expect(await violationOf(found, breakIt)).toBeInstanceOf(ContractViolation);
});

it.each([1.5, Number.NaN, 2_147_483_648, -2_147_483_648, '1'])(
  'a store that accepts an increment of %p is found',
  async (bad) => {
    const violation = await violationOf(REFUSED, (store) => ({
      increment: (key, by, ttl) => store.increment(key, Object.is(by, bad) ? 0 : by, ttl),
    }));
    expect(violation).toBeInstanceOf(ContractViolation);
  },
);
