import { expect, it } from '@jest/globals';
import { type } from 'arktype';
import fc from 'fast-check';
import * as v from 'valibot';
import * as z from 'zod';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { formText } from './form-text.js';
import type { Schema, SchemaResult } from './schema.js';

/** A member and its empty value. */
type Kind<S> = readonly [schema: S, value: unknown];

interface Library {
  readonly kinds: readonly Kind<unknown>[];
  readonly object: (members: Readonly<Record<string, unknown>>) => unknown;
}

const date = z.iso.date();
const libraries: readonly (readonly [name: string, library: Library])[] = [
  [
    'zod',
    {
      object: (members) => z.object(members as Record<string, z.ZodType>),
      kinds: [
        ...[date.nullable(), date.nullish(), date.nullable().default('2020-01-01')],
        ...[z.string().nullable(), z.string().nullish(), z.coerce.number().nullable()],
        z
          .number()
          .nullish()
          .transform((given) => given ?? 7),
      ]
        .map((schema) => [schema, null] as const)
        .concat(
          [
            ...[z.array(z.string()), z.array(z.string()).optional(), z.array(z.string()).nullish()],
            ...[
              z.array(z.string()).min(1),
              z.array(z.int()).default([]),
              z.array(z.int()).default([1]),
            ],
            z.union([z.string(), z.array(z.string())]),
          ].map((schema) => [schema, []] as never),
          [
            z.record(z.string(), z.int()),
            z.record(z.string(), z.int()).optional(),
            z.object({ a: z.int().optional() }),
          ].map((schema) => [schema, {}] as never),
        ),
    },
  ],
  [
    'valibot',
    {
      object: (members) => v.object(members as v.ObjectEntries),
      kinds: [
        [v.nullable(v.pipe(v.string(), v.isoDate())), null],
        [v.nullish(v.pipe(v.string(), v.isoDate())), null],
        [v.nullable(v.string()), null],
        [v.nullish(v.number(), 7), null],
        [v.array(v.string()), []],
        [v.optional(v.array(v.string())), []],
        [v.optional(v.array(v.number()), [1]), []],
        [v.record(v.string(), v.number()), {}],
        [v.optional(v.record(v.string(), v.number())), {}],
      ],
    },
  ],
  [
    'arktype',
    {
      object: (members) => type(members as never),
      kinds: [
        ['number | null', null],
        ['string | null', null],
        ['string.date.iso | null', null],
        ['string[]', []],
        ['string[] > 0', []],
        ['Record<string, number>', {}],
      ],
    },
  ],
];

/** @returns `null` if it is refused */
function written(library: Library, kinds: readonly Kind<unknown>[], name = 'm'): string | null {
  const names = kinds.map((_, at) => `${name}${at}`);
  const pick = (part: 0 | 1) =>
    Object.fromEntries(kinds.map((kind, at) => [names[at], kind[part]]));
  try {
    return formText(pick(1), library.object(pick(0)) as Schema);
  } catch (error) {
    expect(error).toMatchObject({ code: 'FORM_UNWRITABLE' });
    return null;
  }
}

/** Whether the schema accepts the value: data that it refuses are written somehow, and refused by the server. */
function isValid(library: Library, [schema, value]: Kind<unknown>): boolean {
  const { validate } = (library.object({ m: schema }) as Schema)['~standard'];
  return (validate({ m: value }) as SchemaResult<unknown>).issues === undefined;
}

it.each(libraries)(
  'writes several empty members of %s as it writes each alone',
  (_name, library) => {
    const alone = new Map(library.kinds.map((kind) => [kind, written(library, [kind])]));
    const good = library.kinds.filter((kind) => alone.get(kind) !== null && isValid(library, kind));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...good), { minLength: 2, maxLength: 9 }), (kinds) => {
        const expected = kinds.flatMap((kind, at) => (alone.get(kind) === '' ? [] : [`m${at}=`]));
        expect(written(library, kinds)).toBe(expected.join('&'));
      }),
      { numRuns: numRuns() },
    );
  },
);

it.each(libraries)(
  'refuses several empty members of %s if it refuses one alone',
  (_name, library) => {
    const refused = library.kinds.filter((kind) => written(library, [kind]) === null);
    const good = library.kinds.filter((kind) => !refused.includes(kind)).slice(0, 3);
    expect(refused.length).toBeGreaterThan(0);
    for (const kind of refused) expect(written(library, [...good, kind])).toBe(null);
  },
);

it('calls the schema twice for any number of members that it reads as absent ones', () => {
  const names = Array.from({ length: 800 }, (_, at) => `m${at}`);
  const schema = z.object(
    Object.fromEntries(names.map((name) => [name, z.array(z.int()).default([])])),
  );
  let calls = 0;
  const { validate, ...rest } = schema['~standard'];
  const counting: Schema = {
    '~standard': { ...rest, validate: (value) => (calls++, validate(value)) },
  };
  expect(formText(Object.fromEntries(names.map((name) => [name, []])), counting)).toBe('');
  expect(calls).toBe(2);
});

it('writes at most 100 members that the schema distinguishes from absent ones', () => {
  const day = z.iso.date().nullable();
  const form = (count: number): string => {
    const names = Array.from({ length: count }, (_, at) => `m${at}`);
    const schema = z.object(Object.fromEntries(names.map((name) => [name, day])));
    return formText(Object.fromEntries(names.map((name) => [name, null])), schema);
  };
  expect(form(100).split('&')).toHaveLength(100);
  expect(() => form(101)).toThrow(
    'the data has more than 100 empty members (null, [] or {}) that the schema distinguishes from absent ones; omit them, or send the data as JSON',
  );
});

const many = Array.from({ length: 101 }, (_, at) => `m${at}`);
const all = <T>(member: T) => Object.fromEntries(many.map((name) => [name, member]));

it.each([
  ['required lists', all(z.array(z.int())), all([]), ''],
  ['required maps', all(z.record(z.string(), z.int())), all({}), ''],
  [
    'lists with a default, and one member that is distinguished',
    { ...all(z.array(z.int()).default([])), day: date.nullable() },
    { ...all([]), day: null },
    'day=',
  ],
  [
    'lists with a default, beside a value that the server refuses',
    { ...all(z.array(z.int()).default([])), count: z.int() },
    { ...all([]), count: 'x' },
    'count=x',
  ],
])('writes more than 100 %s', (_what, schemas, data, form) => {
  expect(formText(data, z.object(schemas as Record<string, z.ZodType>))).toBe(form);
});

it('writes more than 100 required lists of a schema whose issues have paths of objects', () => {
  expect(formText(all([]), v.object(all(v.array(v.number()))))).toBe('');
});

const record = z.record(z.string(), z.string());
const either = z.union([record, z.array(z.string())]);

it.each<[string, z.ZodType, unknown]>([
  ['a record or a list', either, { 0: 'a' }],
  ['a record or a list, of more members', either, { 0: 'a', 1: 'b' }],
  ['an object or a list', z.union([z.object({ 0: z.string() }), z.array(z.string())]), { 0: 'a' }],
  [
    'a record of numbers, or a list',
    z.union([z.record(z.string(), z.int()), z.array(z.int())]),
    { 0: 1 },
  ],
  ['a member of a record', z.record(z.string(), either), { a: { 0: 'a' } }],
  ['an item of a list', z.array(either), [{ 0: 'a' }]],
  ['any value', z.any(), { 0: 'a' }],
  ['an unknown value', z.unknown(), { 0: { a: 'b' } }],
  ['an empty map that can be a list', either, {}],
])('refuses a map that the server would read as a list: %s', (_what, schema, value) => {
  expect(() => formText({ m: value }, z.object({ m: schema }))).toThrow(
    expect.objectContaining({ code: 'FORM_UNWRITABLE' }),
  );
});

it.each<[string, z.ZodType, unknown, string]>([
  ['of a schema without a list', record, { 0: 'a', 1: 'b' }, 'm%5B0%5D=a&m%5B1%5D=b'],
  ['with another name', either, { 1: 'a' }, 'm%5B1%5D=a'],
  ['that the server drops', z.unknown().transform(() => 1), { 0: 'a' }, 'm%5B0%5D=a'],
  ['that the server refuses', z.array(z.int()), { 0: 'a' }, 'm%5B0%5D=a'],
  ['that is a list', either, ['a'], 'm%5B0%5D=a'],
])('writes a map %s', (_what, schema, value, form) => {
  expect(formText({ m: value }, z.object({ m: schema }))).toBe(form);
});

it('writes all of the data, although its names are those of list items', () => {
  expect(formText({ 0: 'a', 1: 'b' }, z.record(z.string(), z.unknown()))).toBe('0=a&1=b');
});

it.each([[[null]], [[[]]], [[null, null]]])('refuses a list of empty items alone: %j', (list) => {
  const schema = z.object({ m: z.array(z.any()).optional() });
  expect(() => formText({ m: list }, schema)).toThrow(
    expect.objectContaining({ code: 'FORM_UNWRITABLE' }),
  );
});

it('decides an object of empty members after them', () => {
  const inner = z.object({ list: z.array(z.int()).optional(), date: date.nullish() });
  const names = Array.from({ length: 20 }, (_, at) => `m${at}`);
  const schema = z.object(Object.fromEntries(names.map((name) => [name, inner.optional()])));
  const data = Object.fromEntries(
    names.map((name, at) => [name, at % 2 === 0 ? { list: [] } : { date: null }]),
  );
  const expected = names.map((name, at) => `${name}%5B${at % 2 === 0 ? 'list' : 'date'}%5D=`);
  expect(formText(data, schema)).toBe(expected.join('&'));
});

it('omits an empty member that is the default beside a bigint', () => {
  const schema = z.object({ id: z.coerce.bigint(), tags: z.array(z.string()).default([]) });
  expect(formText({ id: 2n ** 64n, tags: [] }, schema)).toBe('id=18446744073709551616');
});
