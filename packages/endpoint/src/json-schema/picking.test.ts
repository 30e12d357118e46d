import { describe, expect, it } from '@jest/globals';
import { type as ark } from 'arktype';
import fc from 'fast-check';
import * as z from 'zod';
import { numRuns } from '../../../../tooling/properties/num-runs.js';
import { type JsonSchema, standardJsonSchema } from './json-schema.js';
import { pickingOf } from './picking.js';
import type { Schema } from '@mortise/contract';

describe('pickingOf', () => {
  it.each<[string, Schema, unknown, unknown]>([
    ['a member', ark({ a: 'number' }), { a: 1, b: 2 }, { a: 1 }],
    ['members of members', ark({ a: { b: 'number' } }), { a: { b: 1, c: 2 } }, { a: { b: 1 } }],
    ['items', ark({ a: 'number' }).array(), [{ a: 1, b: 2 }], [{ a: 1 }]],
    [
      'members whose names match a pattern',
      ark({ a: 'number', '[/^x-/]': { b: 'number' } }),
      { a: 1, 'x-a': { b: 1, c: 2 }, y: 1 },
      { a: 1, 'x-a': { b: 1 } },
    ],
    ['an absent member', ark({ 'a?': 'number' }), { b: 2 }, {}],
    ['a member that is null', ark({ a: 'number | null' }), { a: null, b: 2 }, { a: null }],
    ['a nullable object', ark({ a: 'number' }).or('null'), null, null],
    [
      'an intersection',
      z.intersection(z.object({ a: z.int() }), z.object({ b: z.int() })),
      { a: 1, b: 2, c: 3 },
      { a: 1, b: 2 },
    ],
  ])('keeps %s and nothing else', (_what, schema, value, picked) => {
    expect(pickOf(schema, value)).toEqual(picked);
  });

  it('keeps the members of the alternative whose constants match the value', () => {
    const schema = ark({ kind: "'a'", n: 'number' }).or({ kind: "'b'", m: 'number' });
    expect(pickOf(schema, { kind: 'b', n: 1, m: 2 })).toEqual({ kind: 'b', m: 2 });
  });

  it('keeps the members of all alternatives if none matches, and nothing else', () => {
    const schema = ark({ kind: "'a'", n: 'number' }).or({ kind: "'b'", m: 'number' });
    expect(pickOf(schema, { kind: 'c', n: 1, m: 2, x: 3 })).toEqual({ kind: 'c', n: 1, m: 2 });
  });

  it.each<[string, Schema]>([
    ['open', z.looseObject({ a: z.int() })],
    ['a record', z.record(z.string(), z.int())],
    ['without names', ark('object')],
    ['unknown', z.unknown()],
  ])('keeps all members of an object that is %s', (_what, schema) => {
    expect(pickOf(schema, { a: 1, b: 2 })).toEqual({ a: 1, b: 2 });
  });

  it('picks in the values of a record', () => {
    const schema = {
      type: 'object',
      additionalProperties: { type: 'object', properties: { a: {} } },
    };
    expect(pickingOf(schema)({ x: { a: 1, b: 2 } })).toEqual({ x: { a: 1 } });
  });

  it('keeps the members of all parts of an intersection', () => {
    const part = (name: string) => ({ type: 'object', properties: { [name]: {} } });
    const pick = pickingOf({ allOf: [part('a'), part('b')] });
    expect(pick({ a: 1, b: 2, c: 3 })).toEqual({ a: 1, b: 2 });
  });

  it.each([{ const: 'a' }, { enum: ['a'] }])('reads the constant %j of an alternative', (kind) => {
    const alternative = (properties: object) => ({ type: 'object', properties });
    const anyOf = [alternative({ kind, n: {} }), alternative({ kind: { const: 'b' }, m: {} })];
    expect(pickingOf({ anyOf })({ kind: 'a', n: 1, m: 2 })).toEqual({ kind: 'a', n: 1 });
  });

  it('reads no constant from a member with two values', () => {
    const alternative = (properties: object) => ({ type: 'object', properties });
    const kind = { enum: ['a', 'b'] };
    const anyOf = [alternative({ kind, n: {} }), alternative({ kind: { const: 'c' }, m: {} })];
    expect(pickingOf({ anyOf })({ kind: 'b', n: 1, m: 2 })).toEqual({ kind: 'b', n: 1 });
  });

  it('keeps a value whose schema describes nothing unchanged', () => {
    const date = new Date(0);
    expect(pickOf(ark({ a: 'Date' }), { a: date })).toEqual({ a: date });
  });

  it('writes a value with toJSON as JSON does', () => {
    const pick = pickingOf({ type: 'object', properties: { at: { type: 'string' } } });
    expect(pick({ at: new Date(0) })).toEqual({ at: '1970-01-01T00:00:00.000Z' });
  });

  it('keeps of the result of toJSON only the named members', () => {
    const record = { a: 1, toJSON: () => ({ a: 2, secret: 3 }) };
    expect(pickOf(ark({ a: 'number' }), record)).toEqual({ a: 2 });
  });

  it('calls toJSON on the value with an empty name', () => {
    const record = {
      inner: 7,
      toJSON(name: string) {
        return { a: `${this.inner}${name}`, b: 1 };
      },
    };
    expect(pickOf(ark({ a: 'string' }), record)).toEqual({ a: '7' });
  });

  it('picks in a named member of an open object by its own schema', () => {
    const a = { type: 'object', properties: { x: {} } };
    const schema = { type: 'object', properties: { a }, additionalProperties: {} };
    expect(pickingOf(schema)({ a: { x: 1, y: 2 }, b: { y: 2 } })).toEqual({
      a: { x: 1 },
      b: { y: 2 },
    });
  });

  it('keeps no member of an object where the schema accepts none', () => {
    const pick = pickingOf({ type: 'object', properties: { author: { type: 'string' } } });
    expect(pick({ author: { secret: 1 } })).toEqual({ author: {} });
    expect(pick({ author: [{ secret: 1 }, 'x'] })).toEqual({ author: [{}, 'x'] });
  });

  it('drops a member __proto__', () => {
    const schema = { type: 'object', properties: JSON.parse('{"__proto__":{},"a":{}}') as object };
    const picked = pickingOf(schema)(JSON.parse('{"__proto__":{"x":1},"a":1}'));
    expect([Object.keys(picked as object), (picked as { x?: unknown }).x]).toEqual([
      ['a'],
      undefined,
    ]);
  });

  it('drops a member __proto__ of an open object', () => {
    const schema = { type: 'object', properties: { a: {} }, additionalProperties: {} };
    const picked = pickingOf(schema)(JSON.parse('{"__proto__":{"x":1},"a":1,"b":2}'));
    expect([picked, Object.getPrototypeOf(picked)]).toEqual([{ a: 1, b: 2 }, Object.prototype]);
  });

  it('keeps only members that the schema names, for any value', () => {
    const pick = pickingOf(
      json(
        ark({ 'a?': 'unknown.any', 'b?': { 'c?': 'number' }, 'd?': [{ 'e?': 'number' }, '[]'] }),
      ),
    );
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'x'), fc.jsonValue()),
        (value) => {
          const picked = pick(value) as Record<string, unknown>;
          expect(Object.keys(picked).filter((name) => !'abd'.includes(name))).toEqual([]);
          const { b } = picked;
          const isMap = typeof b === 'object' && b !== null && !Array.isArray(b);
          expect(isMap ? Object.keys(b).filter((name) => name !== 'c') : []).toEqual([]);
        },
      ),
      { numRuns: numRuns() },
    );
  });
});

function pickOf(schema: Schema, value: unknown): unknown {
  return pickingOf(json(schema))(value);
}

function json(schema: Schema): JsonSchema {
  return standardJsonSchema(schema, 'output') as JsonSchema;
}
