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

  it('keeps references to documents elsewhere', () => {
    const components = new Components({});
    const other = { $ref: 'https://a.test/x' };
    const added = add(components, { items: other, $defs: {} });
    expect(added).toEqual({ items: other });
    expect(components.finish()).toEqual({});
    expect(added).toEqual({ items: other });
  });

  it.each([
    '#/$defs/B',
    '#/$defs/input.A.1',
    '#/$defs/A/none',
    '#/toString',
    '#none',
    'A',
    './a.json',
    'urn:a',
    '',
    '#/components/schemas/B',
    '#/components/schemas/toString',
  ])('refuses a reference to %j, which nothing has, and names the place', ($ref) => {
    const components = new Components({ Fixed: TEXT });
    const json = { $ref: '#/$defs/A', $defs: { A: { items: { $ref } } } };
    components.add(described(json), 'input', 'GET /, query', OPTIONS);
    expect(() => components.finish()).toThrow(
      expect.objectContaining({
        code: 'REFERENCE_UNKNOWN',
        message: expect.stringContaining(
          `GET /, query: a schema refers to ${JSON.stringify($ref)}`,
        ),
      }),
    );
  });

  it('points to components of the document that a schema names', () => {
    const components = new Components({ Fixed: TEXT });
    const json = { anyOf: [ref('Fixed'), ref('A'), { $ref: '#/$defs/A' }], $defs: { A: NUMBER } };
    expect(add(components, json)).toEqual({ anyOf: [ref('Fixed'), ref('A'), expect.anything()] });
    expect(components.resolve(ref('Fixed'))).toBe(TEXT);
    expect(Object.keys(components.finish())).toEqual(['A', 'Fixed']);
  });

  it.each<[string, Json]>([
    ['#/definitions/A', { definitions: { A: NUMBER } }],
    ['#/properties/n', { properties: { n: NUMBER } }],
    ['#/$defs/A/items', { $defs: { A: { items: NUMBER } } }],
    ['#/$defs/A/anyOf/1', { $defs: { A: { anyOf: [TEXT, NUMBER] } } }],
    ['#here', { $defs: { A: { ...NUMBER, $anchor: 'here' } } }],
    ['https://a.test/n', { $defs: { A: { ...NUMBER, $id: 'https://a.test/n' } } }],
    ['#/$defs/a~1b', { $defs: { 'a/b': NUMBER } }],
    ['#/$defs/a/b', { $defs: { 'a/b': NUMBER } }],
    ['#/$defs/a~0b', { $defs: { 'a~b': NUMBER } }],
    ['#/$defs/a~01b', { $defs: { 'a~1b': NUMBER, 'a/b': TEXT } }],
    ['#/$defs/a%2Fb', { $defs: { 'a/b': NUMBER } }],
    ['#/$defs/a%2Fb', { $defs: { 'a%2Fb': NUMBER, 'a/b': TEXT } }],
    ['#/$defs/__proto__', JSON.parse('{"$defs":{"__proto__":{"type":"number"}}}') as Json],
  ])('finds the schema that %s means in %j', ($ref, more) => {
    const components = new Components({});
    const { items } = add(components, { items: { $ref }, ...more });
    expect(components.resolve(items as Json)).toEqual(NUMBER);
    const schemas = components.finish();
    const [, name = ''] =
      /^#\/components\/schemas\/([\w-]+)$/.exec(String((items as Json)['$ref'])) ?? [];
    expect(Object.entries(schemas)).toContainEqual([name, NUMBER]);
  });

  it('separates definitions that are equal, except for what they refer to', () => {
    const components = new Components({});
    const using = (part: object) => ({
      items: { $ref: '#/$defs/Outer' },
      $defs: { Outer: { items: { $ref: '#/$defs/Inner' } }, Inner: part },
    });
    for (const part of [TEXT, NUMBER]) add(components, using(part));
    expect(components.finish()).toEqual({
      Inner: TEXT,
      Inner2: NUMBER,
      Outer: { items: ref('Inner') },
      Outer2: { items: ref('Inner2') },
    });
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

  it('resolves references that go in a circle to one of them', () => {
    const components = new Components({});
    const [A, B] = [{ $ref: '#/$defs/B' }, { $ref: '#/$defs/A' }];
    const json = add(components, { $ref: '#/$defs/A', $defs: { A, B } });
    expect(components.resolve(json)).toHaveProperty('$ref');
    expect(objectMembers(json, components).properties).toEqual({});
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
    [{ id: '', properties: { id: TEXT } }, 'input', { properties: { id: TEXT } }],
    [{ type: 'string', enum: [] }, 'input', { type: 'string', not: {} }],
    [{ const: { enum: [], id: '' } }, 'input', { const: { enum: [], id: '' } }],
    [{ ...TEXT, pattern: '[a--b]' }, 'output', TEXT],
    [{ ...TEXT, pattern: '^a\\.[b-]$' }, 'output', { ...TEXT, pattern: '^a\\.[b-]$' }],
    [
      { patternProperties: { '(': TEXT, '^x': TEXT }, additionalProperties: false },
      'input',
      { patternProperties: { '^x': TEXT } },
    ],
    [
      { patternProperties: { '^x': TEXT }, additionalProperties: false },
      'input',
      { patternProperties: { '^x': TEXT }, additionalProperties: false },
    ],
    [{ additionalProperties: false }, 'output', {}],
    [{ additionalProperties: false }, 'input', { additionalProperties: false }],
    [
      { readOnly: true, items: { readOnly: true, writeOnly: true } },
      'input',
      { items: { writeOnly: true } },
    ],
    [
      { readOnly: true, items: { readOnly: true, writeOnly: true } },
      'output',
      { readOnly: true, items: { readOnly: true } },
    ],
    [{ $id: 'a', $anchor: 'b', properties: { $id: TEXT } }, 'input', { properties: { $id: TEXT } }],
    [
      { properties: { readOnly: true, const: { readOnly: true } } },
      'input',
      { properties: { readOnly: true, const: {} } },
    ],
    [
      { const: { readOnly: true, a: [{ $id: 'x' }] } },
      'input',
      { const: { readOnly: true, a: [{ $id: 'x' }] } },
    ],
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

  it.each(['const', 'default', 'enum', 'example', 'examples'])(
    'finds no reference in the data of %s',
    (keyword) => {
      const references: Json[] = [];
      const data = { [keyword]: [{ $ref: '#/x' }] };
      expect(copySchema(data, 'input', references)).toEqual(data);
      copySchema({ properties: { [keyword]: { $ref: '#/x' } } }, 'input', references);
      expect(references).toEqual([{ $ref: '#/x' }]);
    },
  );

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
    [false, { ignoreActions: ['brand', 'flavor', 'readonly'], fallback: expect.any(Function) }],
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
          /^GET \/, query: this valibot schema cannot be converted to JSON Schema \(the library does not provide it\); wrap it in toStandardJsonSchema/,
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
        message: expect.stringContaining(
          'this x schema cannot be converted to JSON Schema (no date); use a type',
        ),
        cause,
      }),
    );
  });
});
