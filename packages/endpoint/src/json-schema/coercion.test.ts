import { describe, expect, it } from '@jest/globals';
import { buildForm, type FormInputs, parseForm } from '@mortise/form-encoding';
import fc from 'fast-check';
import * as z from 'zod';
import { numRuns } from '../../../../tooling/properties/num-runs.js';
import { coercionOf } from './coercion.js';
import { type JsonSchema, standardJsonSchema } from './json-schema.js';

const NUMBER = { type: 'number' };
const INTEGER = { type: 'integer' };
const BOOLEAN = { type: 'boolean' };
const TEXT = { type: 'string' };

describe('coercionOf', () => {
  it('reads a member of one alternative by that alone, even if every object inherits its name', () => {
    const properties = { constructor: NUMBER };
    const anyOf = [
      { type: 'object', properties },
      { type: 'object', properties: { a: TEXT } },
    ];
    expect(coercionOf({ anyOf })({ constructor: '1' })).toEqual({ constructor: 1 });
  });

  it('reads a member by the only alternative whose constants and required members fit', () => {
    const of = (properties: object, required: readonly string[] = []) => ({
      type: 'object',
      properties,
      required,
    });
    const coerce = coercionOf({
      anyOf: [
        of({ kind: { const: 'a' }, n: NUMBER }, ['kind']),
        of({ kind: { const: 'b' }, n: TEXT }, ['kind']),
        of({ kind: { const: 3 }, n: BOOLEAN }, ['kind']),
        of({ n: { type: 'array', items: NUMBER }, m: TEXT }, ['m']),
      ],
    });
    expect(coerce({ kind: 'a', n: '1' })).toEqual({ kind: 'a', n: 1 });
    expect(coerce({ kind: 'b', n: '1' })).toEqual({ kind: 'b', n: '1' });
    expect(coerce({ kind: '3', n: '1' })).toEqual({ kind: 3, n: true });
    expect(coerce({ m: '1', n: '1' })).toEqual({ m: '1', n: [1] });
  });

  it('reads a member by an alternative with constants that are not text, beside one that accepts anything', () => {
    const one = z.object({ kind: z.literal('one'), n: z.literal([1, 2]), is: z.literal(true) });
    const other = z.looseObject({ kind: z.literal('other') });
    const coerce = coercionOf(jsonOf(z.discriminatedUnion('kind', [one, other])));
    const read = { kind: 'one', n: 2, is: true };
    for (const is of ['true', 'on', '1']) {
      expect(plain(coerce({ kind: 'one', n: '2', is }))).toEqual(read);
    }
    const others = { kind: 'other', n: '2', is: 'true' };
    expect(plain(coerce(others))).toEqual(others);
  });

  it('knows the constants of alternatives from a union of values, as valibot writes it', () => {
    const one = (kind: string, properties: object) => ({
      type: 'object',
      properties: { kind: { anyOf: [{ const: kind }] }, ...properties },
      required: ['kind', ...Object.keys(properties)],
    });
    const list = { type: 'array' };
    const coerce = coercionOf(
      { anyOf: [one('a', { x: list }), one('b', { y: list })] },
      null,
      true,
    );
    expect(plain(coerce({ kind: 'b' }))).toEqual({ kind: 'b', y: [] });
  });

  it('completes no alternative of a form if another one is complete', () => {
    const of = (properties: object) => ({
      type: 'object',
      properties,
      required: Object.keys(properties),
    });
    const list = { type: 'array', items: NUMBER };
    const coerce = coercionOf({ anyOf: [of({ a: list }), of({ b: TEXT })] }, null, true);
    expect(coerce({ b: '5' })).toEqual({ b: '5' });
    expect(coerce({ c: '5' })).toEqual({ c: '5', a: [] });
    expect(coerce({})).toEqual({ a: [] });
  });

  it.each<[JsonSchema, string, unknown]>([
    [NUMBER, '2.5', 2.5],
    [NUMBER, '-1e3', -1000],
    [NUMBER, '1.5E+3', 1500],
    [NUMBER, '1E-2', 0.01],
    [NUMBER, '1e308', 1e308],
    [INTEGER, '7', 7],
    [INTEGER, '2.5', 2.5],
    [INTEGER, '9007199254740991', 9007199254740991],
    [BOOLEAN, 'true', true],
    [BOOLEAN, '1', true],
    [BOOLEAN, 'on', true],
    [BOOLEAN, 'false', false],
    [BOOLEAN, '0', false],
    [{ const: 3 }, '3', 3],
    [{ enum: [1, 2] }, '2', 2],
    [{ type: ['number', 'null'] }, '', null],
    [{ anyOf: [NUMBER, BOOLEAN] }, 'true', true],
    [{ type: 'array', items: INTEGER }, '7', [7]],
    [{ allOf: [INTEGER, { minimum: 3 }] }, '7', 7],
    [{ type: 'integer', allOf: [{ minimum: 3 }] }, '7', 7],
    [{ items: INTEGER }, '7', [7]],
    [{ prefixItems: [INTEGER] }, '7', [7]],
    [{ anyOf: [INTEGER, { type: 'string', const: 'all' }] }, '7', 7],
    [{ enum: [1, 'all'] }, '1', 1],
    [{ anyOf: [{ enum: ['a', 'b'] }, { type: 'null' }] }, '', null],
  ])('converts %j to the type of %s', (schema, text, value) => {
    expect(memberOf(schema, text)).toEqual({ value });
  });

  it.each<[JsonSchema, string]>([
    [NUMBER, '0x10'],
    [NUMBER, '1e999'],
    [NUMBER, ' 1'],
    [NUMBER, '1\n'],
    [NUMBER, '01'],
    [NUMBER, '+1'],
    [NUMBER, '.5'],
    [NUMBER, '1.'],
    [NUMBER, '1e'],
    [NUMBER, '1e+-3'],
    [NUMBER, '1x'],
    [NUMBER, 'Infinity'],
    [INTEGER, '9007199254740993'],
    [BOOLEAN, 'yes'],
    [BOOLEAN, 'TRUE'],
    [TEXT, '7'],
    [TEXT, ''],
    [{ anyOf: [NUMBER, TEXT] }, '7'],
    [{}, '7'],
    [{ $ref: '#/nowhere' }, '7'],
    [{ type: ['number', 'string'] }, ''],
    [{ anyOf: [INTEGER, { type: 'string', const: 'all' }] }, 'all'],
    [{ anyOf: [INTEGER, { const: '7' }] }, '7'],
    [{ anyOf: [INTEGER, { const: '' }] }, ''],
    [{ anyOf: [INTEGER, { const: 'all' }, TEXT] }, '7'],
    [{ enum: ['a', 'b'] }, ''],
  ])('leaves for %j the text %j unchanged', (schema, text) => {
    expect(memberOf(schema, text)).toEqual({ value: text });
  });

  it.each([NUMBER, BOOLEAN, { type: 'array', items: NUMBER }, { type: 'object' }])(
    'treats an empty text as absent where %j is expected',
    (schema) => {
      expect(memberOf(schema, '')).toEqual({});
    },
  );

  it.each<[JsonSchema, object]>([
    [{ type: 'array', items: NUMBER }, { value: [] }],
    [{ anyOf: [{ type: 'array', items: NUMBER }, NUMBER] }, { value: [] }],
    [{ type: 'object' }, { value: {} }],
    [{ type: 'object', additionalProperties: NUMBER }, { value: {} }],
    [
      {
        type: 'object',
        properties: { a: { type: 'array', items: NUMBER }, b: NUMBER },
        required: ['a'],
      },
      { value: { a: [] } },
    ],
    [{ anyOf: [{ type: 'array', items: NUMBER }, { type: 'null' }] }, { value: null }],
    [{ anyOf: [{ type: 'array', items: TEXT }, TEXT] }, { value: '' }],
    [{ type: 'array', items: NUMBER, minItems: 1 }, {}],
    [{ type: 'array', prefixItems: [NUMBER] }, {}],
    [{ type: 'object', properties: { a: NUMBER }, required: ['a'] }, {}],
    [NUMBER, {}],
  ])('reads for %j an empty text of a form as %j', (schema, expected) => {
    const form = coercionOf({ type: 'object', properties: { value: schema } }, null, true);
    expect(plain(form({ value: '' }))).toEqual(expected);
  });

  it.each([7, true, null, ['x'], { a: 'x' }])(
    'leaves %j, which needs no conversion, unchanged',
    (value) => {
      const part = {
        anyOf: [
          { type: 'array', items: INTEGER },
          { type: 'object', properties: { a: INTEGER } },
        ],
      };
      const whole = { part: value };
      expect(coercionOf({ type: 'object', properties: { part } })(whole)).toEqual(whole);
    },
  );

  it.each<[JsonSchema, unknown, unknown]>([
    [{ type: 'array', items: INTEGER }, ['7'], [7]],
    [{ type: 'object', properties: { a: INTEGER } }, { a: '7' }, { a: 7 }],
    [{ properties: { a: INTEGER } }, { a: '7' }, { a: 7 }],
  ])('converts the parts of %j if a number is accepted instead', (schema, value, converted) => {
    expect(plain(coercionOf({ anyOf: [schema, NUMBER] })(value))).toEqual(converted);
  });

  it('reads nested lists, maps and tuples', () => {
    const schema = jsonOf(
      z.object({
        price: z.object({ max: z.number() }),
        rows: z.array(z.object({ n: z.int() })),
        pair: z.tuple([z.string(), z.number()]),
        by: z.record(z.string(), z.boolean()),
      }),
    );
    const form = parseForm('price[max]=2.5&rows[0][n]=1&rows[1][n]=2&pair[]=1&pair[]=2&by[x]=0');
    expect(plain(coercionOf(schema)(form))).toEqual({
      price: { max: 2.5 },
      rows: [{ n: 1 }, { n: 2 }],
      pair: ['1', 2],
      by: { x: false },
    });
  });

  it('follows a recursive schema to the depth of the value', () => {
    const Tree = z.object({
      n: z.int(),
      get next() {
        return Tree.optional();
      },
    });
    const form = Array.from({ length: 600 }).reduce<unknown>((next) => ({ n: '7', next }), {
      n: '7',
    });
    let at = coercionOf(jsonOf(Tree))(form) as { n: unknown; next?: unknown };
    let depth = 0;
    for (; at.next !== undefined; depth++) at = at.next as typeof at;
    expect([depth, at.n]).toEqual([600, 7]);
  });

  it('follows a reference whose pointer has escapes', () => {
    const $defs = { 'a~1b/c d': NUMBER, 'a/b/c d': TEXT };
    expect(coercionOf({ $ref: '#/$defs/a~01b~1c%20d', $defs })('7')).toBe(7);
  });

  it('ends for a schema that only refers to itself', () => {
    const schema = { $ref: '#/$defs/a', $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }, NUMBER] } } };
    expect(coercionOf(schema)('7')).toBe('7');
  });

  it('merges the members of alternatives if none fits, and leaves text unchanged if one of them accepts it', () => {
    const schema = jsonOf(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('a'), n: z.number(), both: z.number() }),
        z.object({ kind: z.literal('b'), m: z.number(), both: z.string() }),
      ]),
    );
    const coerced = coercionOf(schema)({ kind: 'c', n: '1', m: '2', both: '3' });
    expect(plain(coerced)).toEqual({ kind: 'c', n: 1, m: 2, both: '3' });
  });

  it('never changes its input, for any form', () => {
    const schema = jsonOf(z.object({ a: z.number(), b: z.array(z.object({ c: z.boolean() })) }));
    const coerce = coercionOf(schema);
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (json) => {
        const rest = JSON.parse(json) as unknown;
        const value = { a: '1', b: ['true', { c: '1' }], rest };
        const before = JSON.stringify(value);
        coerce(value);
        expect(JSON.stringify(value)).toBe(before);
      }),
      { numRuns: numRuns() },
    );
  });

  it('leaves any text unchanged if text is accepted', () => {
    const coerce = coercionOf(
      jsonOf(z.object({ a: z.string(), b: z.union([z.string(), z.int()]) })),
    );
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        const value = { a, b };
        expect(coerce(value)).toBe(value);
      }),
      { numRuns: numRuns() },
    );
  });

  it('copies only the members that are read, if they are known', () => {
    const coerce = coercionOf(jsonOf(z.object({ a: z.int(), b: z.string() })), ['a', 'b']);
    expect(plain(coerce({ a: '1', b: '2', c: '3' }))).toEqual({ a: 1, b: '2' });
    expect(plain(coerce({ a: '' }))).toEqual({});
  });

  it('makes copies that inherit nothing, so that no name is special', () => {
    const schema = jsonOf(z.record(z.string(), z.int()));
    const form = JSON.parse('{"__proto__":"1","constructor":"2"}') as object;
    const coerced = coercionOf(schema)(form) as Record<string, unknown>;
    expect(Object.entries(coerced)).toEqual([
      ['__proto__', 1],
      ['constructor', 2],
    ]);
    expect('toString' in coerced).toBe(false);
  });

  it('restores data that was sent as a form, for any schema without text', () => {
    fc.assert(
      fc.property(typed(), ({ schema, data }) => {
        const form = parseForm(buildForm({ root: data } as FormInputs));
        fc.pre(JSON.stringify(data) !== '[]' && form['root'] !== undefined);
        const coerced = coercionOf({ type: 'object', properties: { root: schema } })(form);
        expect(plain(coerced)).toEqual({ root: data });
      }),
      { numRuns: numRuns() },
    );
  });
});

interface Typed {
  readonly schema: JsonSchema;
  readonly data: unknown;
}

/** A schema and valid data; lists and maps are never empty, because a form cannot represent empty ones. */
function typed(): fc.Arbitrary<Typed> {
  const name = fc.stringMatching(/^[a-z]{1,4}$/);
  const { node } = fc.letrec<{ node: Typed; leaf: Typed }>((tie) => ({
    leaf: fc.oneof(
      fc.integer().map((data): Typed => ({ schema: INTEGER, data })),
      fc.boolean().map((data): Typed => ({ schema: BOOLEAN, data })),
      fc.stringMatching(/^[a-z0-9 ]{1,5}$/).map((data): Typed => ({ schema: TEXT, data })),
      fc
        .double({ noNaN: true, noDefaultInfinity: true })
        .filter((data) => !Object.is(data, -0) && !`${data}`.includes('+'))
        .map((data): Typed => ({ schema: NUMBER, data })),
    ),
    node: fc.oneof(
      { maxDepth: 3 },
      tie('leaf'),
      tie('node').map(({ schema, data }) => ({
        schema: { type: 'array', items: schema },
        data: [data, data],
      })),
      fc.dictionary(name, tie('node'), { minKeys: 1, maxKeys: 3 }).map((members) => ({
        schema: {
          type: 'object',
          properties: Object.fromEntries(Object.entries(members).map(([k, m]) => [k, m.schema])),
        },
        data: Object.fromEntries(Object.entries(members).map(([k, m]) => [k, m.data])),
      })),
    ),
  }));
  return node;
}

function memberOf(schema: JsonSchema, text: string): unknown {
  const object = { type: 'object', properties: { value: schema } };
  return plain(coercionOf(object)({ value: text }));
}

function jsonOf(schema: z.ZodType): JsonSchema {
  return standardJsonSchema(schema, 'input') as JsonSchema;
}

/** Without null prototypes, which matchers distinguish. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
