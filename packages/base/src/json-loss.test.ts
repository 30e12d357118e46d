import { describe, expect, it } from '@jest/globals';
import { formLoss, jsonLoss } from './index.js';

class Book {
  get title(): string {
    return 'Emma';
  }
}
const cycle: unknown[] = [];
cycle.push({ cycle });
const textOf = (data: unknown): string | undefined => {
  try {
    return JSON.stringify(data);
  } catch {
    return undefined;
  }
};

const lost: readonly (readonly [string, unknown, string])[] = [
  ['NaN', Number.NaN, 'received NaN; expected a finite number'],
  ['-Infinity', -Infinity, 'received -Infinity; expected a finite number'],
  ['an invalid date', new Date(Number.NaN), 'received an invalid date; expected a valid one'],
  ['a Map', new Map([[1, 2]]), 'received an instance of Map; expected a plain object or a list'],
  ['an iterator', [1].values(), 'expected a plain object or a list'],
  ['rows', (async function* () {})(), 'expected a plain object or a list'],
  ['an error', new Error('x'), 'expected a plain object or a list'],
  ['a promise', Promise.resolve(1), 'received a promise; expected a plain object or a list'],
  ['an object with getters only', new Book(), 'received an instance of Book'],
  ['a value of toJSON', { toJSON: () => Number.NaN }, 'received NaN; expected a finite number'],
];
const whole: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['an absent member', { a: undefined, b: () => 1 }],
  ['an empty object, list and array of bytes', [{}, [], new Uint8Array()]],
  ['an object without a prototype', Object.create(null)],
  ['a date', new Date(0)],
  [
    'an instance of a class with methods only',
    new (class Shelf {
      sort() {}
    })(),
  ],
  ['a class with members', Object.assign(new Book(), { id: 1 })],
  ['the same object twice', Array(2).fill({ a: 1 })],
];

describe('jsonLoss', () => {
  it.each(lost)('finds %s, alone and inside', (_, value, problem) => {
    for (const [data, path] of [
      [value, []],
      [{ a: null, b: [0, value] }, ['b', 1]],
    ] as const) {
      const found = { path, problem: expect.stringContaining(problem) };
      expect(jsonLoss(data, textOf(data))).toEqual(found);
      expect(formLoss(data)).toEqual(found);
    }
  });

  it('finds what JSON cannot write, and a list item that JSON writes as null, which forms do not have', () => {
    const rows = [
      [{ a: [1n] }, 'a BigInt'],
      [{ a: [undefined] }, 'undefined'],
    ] as const;
    for (const [data, received] of rows) {
      const problem = expect.stringContaining(`received ${received}; expected a`);
      expect(jsonLoss(data, textOf(data))).toEqual({ path: ['a', 0], problem });
      expect(formLoss(data)).toBe(null);
    }
  });

  it('finds a cycle', () => {
    const problem = expect.stringContaining('contains itself');
    expect(jsonLoss(cycle)).toEqual({ path: [0, 'cycle'], problem });
    expect(formLoss(cycle)).toEqual({ path: [0, 'cycle'], problem });
  });

  it.each(whole)('finds nothing in %s', (_, data) => {
    expect(jsonLoss(data, textOf(data))).toBe(null);
    expect(formLoss(data)).toBe(null);
  });

  it('does not visit data whose text contains neither null nor {}', () => {
    let reads = 0;
    const data = {
      get a() {
        return ++reads;
      },
    };
    expect(jsonLoss(data, '{"a":1}')).toBe(null);
    expect(reads).toBe(0);
    jsonLoss(data, '{"a":1,"b":null}');
    expect(reads).toBe(1);
  });

  it('stops at a thousand levels in JSON, and refuses them in a form', () => {
    let data: unknown = Number.NaN;
    for (let depth = 0; depth < 1_001; depth++) data = [data];
    expect(jsonLoss(data)).toBe(null);
    expect(formLoss(data)).toMatchObject({ problem: 'received more than 1000 levels' });
  });
});
