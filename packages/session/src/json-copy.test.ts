import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { jsonCopy } from './json-copy.js';

describe('jsonCopy', () => {
  it('says which value it refuses, why, and what to store', () => {
    expect(() => jsonCopy('cart', new Map())).toThrow(
      'the session value "cart" contains an instance of Map, which JSON cannot preserve; store strings, numbers, booleans, null, lists and plain objects',
    );
  });

  it('returns an equal copy of any JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fc.pre(!JSON.stringify(value).includes('__proto__'));
        expect(JSON.stringify(jsonCopy('a', value))).toBe(JSON.stringify(value));
      }),
      { numRuns: numRuns() },
    );
  });

  it.each([
    ['a Date', new Date(0)],
    ['a Map', new Map()],
    ['bytes', new Uint8Array(1)],
    ['a function', () => 1],
    ['a bigint', 1n],
    ['a symbol', Symbol('s')],
    ['NaN', Number.NaN],
    ['Infinity', Infinity],
    ['undefined', undefined],
    [
      'an instance of a class',
      new (class Money {
        cents = 1;
      })(),
    ],
    ['undefined in a list', [1, undefined]],
    ['a Date in an object', { at: new Date(0) }],
    ['a hole in a list', Array(1)],
    ['a member __proto__', JSON.parse('{"__proto__": 1}') as unknown],
  ])('refuses %s', (_name, value) => {
    expect(() => jsonCopy('key', value)).toThrow(
      expect.objectContaining({ code: 'SESSION_VALUE_INVALID', status: 500 }),
    );
  });

  it('copies objects without a prototype', () => {
    expect(jsonCopy('a', Object.assign(Object.create(null), { b: 1 }))).toEqual({ b: 1 });
  });

  it('omits undefined members of an object, as JSON does', () => {
    expect(Object.keys(jsonCopy('a', { b: undefined, c: 1 }))).toEqual(['c']);
  });

  it('copies 64 levels, and refuses 65 and a cycle', () => {
    const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);
    expect(JSON.stringify(jsonCopy('a', nested(64)))).toHaveLength(129);
    expect(() => jsonCopy('a', nested(65))).toThrow('has more than 64 levels');
    const inside = (levels: number): unknown => (levels === 0 ? 1 : { a: inside(levels - 1) });
    expect(() => jsonCopy('a', inside(64))).not.toThrow();
    expect(() => jsonCopy('a', inside(65))).toThrow('has more than 64 levels');
    const cycle: unknown[] = [];
    cycle.push(cycle);
    expect(() => jsonCopy('a', cycle)).toThrow('has more than 64 levels');
  });
});
