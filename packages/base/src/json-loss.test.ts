import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { formLoss, jsonLoss } from './index.js';

class Book {
  get title(): string {
    return 'Emma';
  }
}
class Novel extends Book {}
/** What another realm has for `Object.prototype`. */
const foreignRoot = runInNewContext('Object.prototype') as object;
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
  ['an object with inherited getters only', new Novel(), 'received an instance of Novel'],
  ['a value of toJSON', { toJSON: () => Number.NaN }, 'received NaN; expected a finite number'],
];
const whole: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['an absent member', { a: undefined, b: () => 1 }],
  [
    'an absent member of toJSON',
    { a: { toJSON: () => undefined }, b: { toJSON: () => Symbol('x') } },
  ],
  ['an empty object of another realm', { a: Object.create(foreignRoot) as object }],
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
      const part = problem.startsWith('received NaN') ? Number.NaN : value;
      const found = { path, problem: expect.stringContaining(problem) };
      for (const loss of [jsonLoss(data, textOf(data)), formLoss(data)]) {
        expect(loss).toMatchObject(found);
        expect(loss?.value).toBe(part);
      }
    }
  });

  it('finds what JSON cannot write, and a list item that JSON writes as null, which forms do not have', () => {
    const rows = [
      [{ a: [1n] }, 'a BigInt'],
      [{ a: [undefined] }, 'undefined'],
    ] as const;
    for (const [data, received] of rows) {
      const problem = expect.stringContaining(`received ${received}; expected a`);
      expect(jsonLoss(data, textOf(data))).toMatchObject({ path: ['a', 0], problem });
      expect(formLoss(data)).toBe(null);
    }
  });

  it('finds in boxed primitives what JSON writes for them', () => {
    const boxed = [new String(''), new String('a'), new Number(1), new Boolean(false)];
    expect(jsonLoss({ a: null, boxed }, textOf({ a: null, boxed }))).toBe(null);
    for (const [value, received] of [
      [new Number(Number.NaN), 'NaN'],
      [Object(1n), 'a BigInt'],
      [{ toJSON: () => new Number(Infinity) }, 'Infinity'],
    ] as const) {
      const problem = expect.stringContaining(`received ${received}; expected a`);
      expect(jsonLoss({ value }, textOf({ value }))).toMatchObject({ path: ['value'], problem });
    }
  });

  it('finds no BigInt in data whose BigInts have toJSON', () => {
    const data = { a: null, b: [1n] };
    try {
      Object.defineProperty(BigInt.prototype, 'toJSON', {
        value(this: bigint) {
          return this.toString();
        },
        configurable: true,
      });
      expect(jsonLoss(data, JSON.stringify(data))).toBe(null);
    } finally {
      Reflect.deleteProperty(BigInt.prototype, 'toJSON');
    }
  });

  it('finds a cycle', () => {
    const problem = expect.stringContaining('contains itself');
    const found = { path: [0, 'cycle'], value: cycle, problem };
    expect(jsonLoss(cycle)).toEqual(found);
    expect(formLoss(cycle)).toEqual(found);
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
