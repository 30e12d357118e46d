import { describe, expect, it } from '@jest/globals';
import { coercionOf } from './coercion.js';
import type { JsonSchema } from './json-schema.js';

const INTEGER = { type: 'integer' };
const TEXT = { type: 'string' };
const object = (properties: object): JsonSchema => ({ type: 'object', properties });

/** The members of what a schema makes of a map, including those that JSON omits. */
function membersOf(schema: JsonSchema, value: object, names: readonly string[] | null = null) {
  const coerced = coercionOf(schema, names)(value) as object;
  return Reflect.ownKeys(coerced).map((name) => [name, Reflect.get(coerced, name) as unknown]);
}

describe('the coercion of a part', () => {
  it('that is an empty text omits the member, and is undefined for the whole', () => {
    expect(membersOf(object({ a: INTEGER, b: INTEGER }), { a: '', b: '1' })).toEqual([['b', 1]]);
    expect(coercionOf(INTEGER)('')).toBeUndefined();
  });

  it('that is an empty text of a list leaves it there, for the schema to refuse', () => {
    expect(coercionOf({ type: 'array', items: INTEGER })(['1', '', '2'])).toEqual([1, '', 2]);
  });

  it('adds no member that is absent', () => {
    const schema = object({ a: INTEGER, b: INTEGER });
    expect(membersOf(schema, { a: '1' })).toEqual([['a', 1]]);
    expect(membersOf(schema, { a: '1' }, ['a', 'b'])).toEqual([['a', 1]]);
  });

  it('omits members that are not read from the whole only, not from its parts', () => {
    const schema = object({ a: object({ b: INTEGER, c: TEXT }) });
    const coerced = coercionOf(schema, ['a'])({ a: { b: '1', c: 'x', d: 'y' } });
    expect(JSON.parse(JSON.stringify(coerced))).toEqual({ a: { b: 1, c: 'x', d: 'y' } });
  });

  it.each<[string, JsonSchema, unknown, unknown]>([
    ['a list', { type: 'array', items: INTEGER }, ['7'], [7]],
    ['a map', object({ a: INTEGER }), { a: '7' }, { a: 7 }],
  ])('reads %s where text is accepted instead', (_what, schema, value, converted) => {
    const coerce = coercionOf({ anyOf: [TEXT, schema] });
    expect(JSON.parse(JSON.stringify(coerce(value)))).toEqual(converted);
    expect(coerce('7')).toBe('7');
  });
});
