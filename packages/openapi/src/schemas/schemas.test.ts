import { describe, expect, it } from '@jest/globals';
import type { Schema } from '@mortise/contract';
import { Components } from './components.js';
import { copySchema } from './copy-schema.js';
import type { Json } from './json.js';
import { objectMembers } from './object-members.js';
import { type Direction, readSchema } from './read-schema.js';

const BOUND = Number.MAX_SAFE_INTEGER;
const TEXT = { type: 'string' };
const NUMBER = { type: 'number' };
const OPTIONS = { jsonSchema: null, allowsUnknown: false };

/** A schema that is described by the given JSON Schema, in both directions or in each. */
function described(input: unknown, output = input, vendor = 'none'): Schema {
  const jsonSchema = { input: () => input, output: () => output };
  return { '~standard': { version: 1, vendor, jsonSchema } } as never;
}

describe('Components', () => {
  const add = (components: Components, json: Json, direction: Direction = 'output') =>
    components.add(described(json), direction, 'GET /', OPTIONS);
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

  it('points references to the names of definitions, which are sorted', () => {
    const components = new Components({ Fixed: NUMBER });
    const json = add(components, {
      type: 'array',
      items: { $ref: '#/$defs/B' },
      $defs: { B: { properties: { a: { $ref: '#/$defs/A' } } }, A: TEXT, Z: true },
    });
    expect(components.finish()).toEqual({
      A: TEXT,
      B: { properties: { a: ref('A') } },
      Fixed: NUMBER,
      Z: {},
    });
    expect(json).toEqual({ type: 'array', items: ref('B') });
  });

  it('keeps references to nothing', () => {
    const components = new Components({});
    const other = { $ref: 'https://a.test/x' };
    const added = add(components, { items: other, $defs: {} });
    expect(added).toEqual({ items: other });
    expect(components.finish()).toEqual({});
    expect(added).toEqual({ items: other });
  });

  it('shares equal definitions of several schemas, and numbers different ones', () => {
    const components = new Components({});
    const using = (part: object) => ({ items: { $ref: '#/$defs/A' }, $defs: { A: part } });
    const all = [TEXT, TEXT, NUMBER, { type: 'null' }].map((part) => add(components, using(part)));
    components.finish();
    expect(all.map(({ items }) => items)).toEqual([ref('A'), ref('A'), ref('A2'), ref('A3')]);
  });

  it('separates the directions of a definition only if they differ', () => {
    const components = new Components({});
    const make = (same: object, outer: object) => ({
      items: { $ref: '#/$defs/Outer' },
      $defs: { Same: TEXT, Inner: same, Outer: outer },
    });
    const outer = { properties: { a: { $ref: '#/$defs/Inner' } } };
    const input = components.add(described(make(TEXT, outer)), 'input', '', OPTIONS);
    const output = components.add(described(make(NUMBER, outer)), 'output', '', OPTIONS);
    expect(Object.keys(components.finish())).toEqual([
      'Inner',
      'InnerInput',
      'Outer',
      'OuterInput',
      'Same',
    ]);
    expect([input, output]).toEqual([{ items: ref('OuterInput') }, { items: ref('Outer') }]);
  });

  it.each<[given: string, made: string, other: string]>([
    ['AInput', 'A', 'AInput_2'],
    ['A2', 'A', 'A2_2'],
    ['A2Input', 'A2', 'A2Input_2'],
    ['FixedSchema', 'Fixed', 'FixedSchema_2'],
  ])(
    'gives a schema its own name %s, although one named %s would get it too',
    (given, made, other) => {
      const components = new Components({ Fixed: TEXT });
      const named = (name: string, part: object): Json => ({
        $ref: `#/$defs/${name}`,
        $defs: { [name]: part },
      });
      for (const [direction, types] of [
        ['input', ['null', 'number']],
        ['output', ['array', 'object']],
      ] as const) {
        for (const type of types) add(components, named(made, { type }), direction);
      }
      const own = add(components, named(given, TEXT), 'input');
      const schemas = components.finish();
      expect(own).toEqual(ref(given));
      expect(schemas[given]).toEqual(TEXT);
      expect(Object.keys(schemas)).toContain(other);
      expect(Object.keys(schemas)).toHaveLength(6);
    },
  );

  it('keeps a name of zod that resembles those of other libraries', () => {
    const components = new Components({});
    for (const name of ['__schema0', 'oauth2']) {
      const json = { $ref: `#/$defs/${name}`, $defs: { [name]: TEXT } };
      components.add(described(json, json, 'zod'), 'output', '', OPTIONS);
    }
    expect(Object.keys(components.finish())).toEqual(['Schema1', 'oauth2']);
  });

  it('numbers a name that libraries generate, and replaces characters of others', () => {
    const components = new Components({});
    for (const name of ['__schema0', '__schema1', 'alias7', 'Book1', 'a.b/c', 'ä-_9']) {
      add(components, { $ref: `#/$defs/${name}`, $defs: { [name]: { title: name } } });
    }
    expect(Object.keys(components.finish())).toEqual([
      'Book1',
      'Schema1',
      'Schema2',
      'Schema3',
      '_-_9',
      'a_b_c',
    ]);
  });

  it('makes a component of a schema that refers to itself', () => {
    const components = new Components({});
    const json = add(components, { properties: { next: { $ref: '#' } } });
    expect(components.finish()).toEqual({ Schema1: { properties: { next: ref('Schema1') } } });
    expect(json).toEqual(ref('Schema1'));
  });

  it('reads a schema once for each direction, unless the endpoint describes it', () => {
    const schema = described(TEXT, NUMBER);
    const components = new Components({});
    const once = components.add(schema, 'output', '', OPTIONS);
    expect(components.add(schema, 'output', '', OPTIONS)).toBe(once);
    expect(components.add(schema, 'input', '', OPTIONS)).toEqual(TEXT);
    const fresh = new Components({});
    const own = (type: string) => ({ ...OPTIONS, jsonSchema: () => ({ type }) });
    expect(fresh.add(schema, 'output', '', own('null'))).toEqual({ type: 'null' });
    expect(fresh.add(schema, 'output', '', own('array'))).toEqual({ type: 'array' });
  });

  it('shares a component under its name, and a different one under a number', () => {
    const components = new Components({ A: TEXT });
    expect(components.share('A', { ...TEXT })).toEqual(ref('A'));
    expect(components.share('A', NUMBER)).toEqual(ref('A2'));
    expect(components.share('A', { type: 'null' })).toEqual(ref('A3'));
    expect(components.share('A', NUMBER)).toEqual(ref('A2'));
    expect(components.share('B', NUMBER)).toEqual(ref('B'));
    add(components, { $ref: '#/$defs/B', $defs: { B: TEXT } });
    expect(components.finish()).toEqual({
      A: TEXT,
      A2: NUMBER,
      A3: { type: 'null' },
      B: NUMBER,
      BSchema: TEXT,
    });
  });

  it('resolves references to references', () => {
    const components = new Components({});
    const json = add(components, {
      $ref: '#/$defs/A',
      $defs: { A: { $ref: '#/$defs/B' }, B: TEXT },
    });
    expect(components.resolve(json)).toEqual(TEXT);
    expect(components.resolve(NUMBER)).toBe(NUMBER);
    expect(components.resolve(ref('none'))).toEqual(ref('none'));
  });
});

describe('copySchema', () => {
  it.each<[Json, Direction, Json]>([
    [{ $schema: 'x', type: 'integer' }, 'input', { type: 'integer' }],
    [{ minimum: -BOUND, maximum: BOUND }, 'input', {}],
    [{ minimum: BOUND, maximum: -BOUND }, 'output', { minimum: BOUND, maximum: -BOUND }],
    [{ minimum: -BOUND + 1, maximum: 7 }, 'input', { minimum: -BOUND + 1, maximum: 7 }],
    [{ additionalProperties: false }, 'output', {}],
    [{ additionalProperties: false }, 'input', { additionalProperties: false }],
    [{ additionalProperties: true }, 'output', { additionalProperties: true }],
    [{ additionalProperties: TEXT }, 'output', { additionalProperties: TEXT }],
    [
      { properties: { $schema: TEXT, minimum: NUMBER }, list: [{ $schema: 'x' }, 'a', null] },
      'output',
      { properties: { $schema: TEXT, minimum: NUMBER }, list: [{}, 'a', null] },
    ],
    [JSON.parse('{"__proto__":{"a":1},"b":{"__proto__":1}}') as Json, 'input', { b: {} }],
  ])('copies %j of the %s without what only its library needs', (schema, direction, copy) => {
    expect(copySchema(schema, direction, [])).toEqual(copy);
  });

  it('passes on the copies that refer to others, and changes nothing', () => {
    const references: Json[] = [];
    const schema = { a: { $ref: '#/x' }, list: [{ $ref: '#' }], $ref: { not: 'a text' } };
    const before = structuredClone(schema);
    const copy = copySchema(schema, 'input', references) as typeof schema;
    expect(references).toEqual([{ $ref: '#/x' }, { $ref: '#' }]);
    expect([references[0], references[1]]).toEqual([copy.a, copy.list[0]]);
    expect(references[0]).toBe(copy.a);
    expect(references[0]).not.toBe(schema.a);
    expect(schema).toEqual(before);
  });
});

describe('objectMembers', () => {
  const of = (json: Json) => {
    const { properties, required, isOpen } = objectMembers(json, new Components({}));
    return [properties, [...required], isOpen];
  };
  const part = (properties: object, required: readonly string[], more = {}) => ({
    properties,
    required,
    ...more,
  });
  const [a, b] = [{ a: TEXT }, { b: NUMBER }];

  it.each<[string, Json, unknown]>([
    ['nothing', {}, [{}, [], false]],
    ['an object', part(a, ['a']), [a, ['a'], false]],
    ['a closed object', part(a, [], { additionalProperties: false }), [a, [], false]],
    ['an open object', part(a, [], { additionalProperties: true }), [a, [], true]],
    ['an object with others', part(a, [], { additionalProperties: TEXT }), [a, [], true]],
    ['a member of any value', part({ a: true }, []), [{ a: {} }, [], false]],
    ['an invalid object', { properties: ['a'], required: 'a' }, [{}, [], false]],
    [
      'an intersection',
      { allOf: [part(a, ['a']), part(b, ['b'])] },
      [{ ...a, ...b }, ['a', 'b'], false],
    ],
    [
      'alternatives',
      { anyOf: [part(a, ['a', 'b']), part(b, ['b', 'c']), part(b, ['b', 'a'])] },
      [{ ...a, ...b }, ['b'], false],
    ],
    ['one alternative', { oneOf: [part(a, ['a'])] }, [a, ['a'], false]],
    [
      'alternatives of an object, one of them open',
      part({ c: TEXT }, ['c'], {
        oneOf: [part(a, ['a']), part(b, [], { additionalProperties: {} })],
      }),
      [{ c: TEXT, ...a, ...b }, ['c'], true],
    ],
    ['an anyOf that is a number', part(a, ['a'], { anyOf: 7 }), [a, ['a'], false]],
    ['alternatives of any value', { anyOf: [true, part(a, ['a'])] }, [a, ['a'], false]],
    [
      'an object with a member that an alternative describes, too',
      part(a, [], { anyOf: [part({ a: NUMBER }, [])] }),
      [{ a: NUMBER }, [], false],
    ],
    ['anyOf before oneOf', { anyOf: [part(a, [])], oneOf: [part(b, [])] }, [a, [], false]],
  ])('reads the members of %s', (_what, json, members) => {
    expect(of(json)).toEqual(members);
  });

  it('follows references', () => {
    const components = new Components({});
    const json = components.add(
      described({ anyOf: [{ $ref: '#/$defs/A' }], $defs: { A: part(a, ['a']) } }),
      'input',
      '',
      OPTIONS,
    );
    expect(objectMembers(json, components).properties).toEqual(a);
  });
});

describe('readSchema', () => {
  const unknown = { '~standard': { version: 1, vendor: 'valibot' } } as never as Schema;
  const read = (schema: Schema, options: object = {}) =>
    readSchema(schema, 'input', 'GET /, query', { ...OPTIONS, ...options });

  it('prefers the description of the endpoint, unless that has none', () => {
    expect(read(described(TEXT), { jsonSchema: () => NUMBER })).toEqual(NUMBER);
    expect(read(described(TEXT), { jsonSchema: () => null })).toEqual(TEXT);
    const asked: unknown[] = [];
    const schema = described(TEXT);
    read(schema, { jsonSchema: (...args: unknown[]) => (asked.push(...args), null) });
    expect(asked).toEqual([schema, 'input']);
  });

  it('reads the direction, and {} for a description that is not an object', () => {
    expect(readSchema(described(TEXT, NUMBER), 'output', '', OPTIONS)).toEqual(NUMBER);
    expect(read(described(true))).toEqual({});
  });

  it.each([
    [true, { unrepresentable: 'any', errorMode: 'ignore' }],
    [false, { fallback: expect.any(Function) }],
  ])(
    'asks for draft 2020-12, with options for unknown parts: %j',
    (allowsUnknown, libraryOptions) => {
      const asked: unknown[] = [];
      const input = (options: unknown) => (asked.push(options), TEXT);
      read({ '~standard': { jsonSchema: { input } } } as never, { allowsUnknown });
      expect(asked).toEqual([{ target: 'draft-2020-12', libraryOptions }]);
    },
  );

  it('is {} for a library without descriptions if that is allowed, otherwise an error', () => {
    expect(read(unknown, { allowsUnknown: true })).toEqual({});
    expect(() => read(unknown)).toThrow(
      expect.objectContaining({
        code: 'SCHEMA_UNKNOWN',
        message: expect.stringMatching(
          /^GET \/, query: a schema of valibot has no JSON Schema \(the library does not provide it\); wrap it in toStandardJsonSchema/,
        ),
      }),
    );
  });

  it.each([true, false])('fails if the library fails, with its error: %j', (allowsUnknown) => {
    const cause = new Error('no date');
    const input = (): never => {
      throw cause;
    };
    const failing = { '~standard': { vendor: 'x', jsonSchema: { input } } } as never;
    expect(() => read(failing, { allowsUnknown })).toThrow(
      expect.objectContaining({
        code: 'SCHEMA_UNKNOWN',
        message: expect.stringContaining('a schema of x has no JSON Schema (no date); use a type'),
        cause,
      }),
    );
  });
});
