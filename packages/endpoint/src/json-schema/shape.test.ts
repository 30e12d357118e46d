import { describe, expect, it } from '@jest/globals';
import { eachPart } from './each-part.js';
import type { JsonSchema } from './json-schema.js';
import { itemsOf } from './items.js';
import { membersOf } from './members.js';
import { type Kind, shapeOf } from './shape.js';

const OBJECT = { type: 'object' };
const LIST = { type: 'array' };
const TEXT = { type: 'string' };
const NUMBER = { type: 'number' };

function kindsOf(schema: unknown, root: JsonSchema = {}): readonly Kind[] {
  return [...shapeOf(schema, root).kinds];
}

describe('the kinds of a schema', () => {
  it.each<[unknown, readonly string[]]>([
    [{}, ['any']],
    [true, ['any']],
    [null, ['any']],
    [[TEXT], ['any']],
    [{ type: 'integer' }, ['integer']],
    [{ type: ['string', 'null'] }, ['string', 'null']],
    [{ type: 'string', const: 1 }, ['string']],
    [{ const: null }, ['null']],
    [{ $ref: 7, type: 'string' }, ['string']],
    [{ const: [1] }, ['array']],
    [{ const: {} }, ['object']],
    [{ const: 'a', enum: [1] }, ['string']],
    [{ enum: [1, 'a', true, null, []] }, ['number', 'string', 'boolean', 'null', 'array']],
    [{ enum: [1], properties: {} }, ['number']],
    [{ enum: [] }, []],
    [{ properties: {} }, ['object']],
    [{ items: {} }, ['array']],
    [{ prefixItems: [] }, ['array']],
    [{ anyOf: [TEXT, NUMBER] }, ['string', 'number']],
    [{ oneOf: [TEXT, { anyOf: [NUMBER, LIST] }] }, ['string', 'number', 'array']],
    [{ anyOf: [TEXT], oneOf: [NUMBER] }, ['string']],
    [{ anyOf: 'x', oneOf: [NUMBER] }, ['number']],
    [{ anyOf: [true, TEXT] }, ['any', 'string']],
    [{ allOf: [TEXT, { minLength: 1 }] }, ['string']],
    [{ type: 'string', allOf: [{ minLength: 1 }] }, ['string']],
    [{ allOf: [{}, NUMBER] }, ['number']],
    [{ allOf: [{ anyOf: [TEXT, NUMBER] }, {}] }, ['string', 'number']],
  ])('%j are %j', (schema, kinds) => {
    expect(kindsOf(schema)).toEqual(kinds);
  });

  it.each<[string, readonly string[]]>([
    ['#', ['object']],
    ['#/$defs/a', ['string']],
    ['#/$defs/list/items', ['number']],
    ['#/$defs/x~1y', ['boolean']],
    ['#/$defs/x~0y', ['null']],
    ['#/$defs/%41', ['array']],
    ['#/$defs/again', ['string']],
    ['#/$defs/none', ['any']],
    ['#/$defs/a/type/x', ['any']],
    ['#/toString', ['any']],
    ['https://a.test/#/$defs/a', ['any']],
    ['a.json/$defs/a', ['any']],
    ['#/$defs/loop', ['any']],
  ])('of a reference to %s are %j', ($ref, kinds) => {
    const root = {
      ...OBJECT,
      $defs: {
        a: TEXT,
        list: { items: NUMBER },
        'x/y': { type: 'boolean' },
        'x~y': { type: 'null' },
        A: LIST,
        again: { $ref: '#/$defs/a' },
        loop: { $ref: '#/$defs/loop' },
      },
    };
    expect(kindsOf({ $ref }, root)).toEqual(kinds);
  });

  it('follow a schema that two alternatives refer to in both', () => {
    const root = { $defs: { a: TEXT } };
    const a = { $ref: '#/$defs/a' };
    const both = shapeOf({ allOf: [a, { anyOf: [a, NUMBER] }] }, root);
    expect([...both.kinds]).toEqual(['string', 'number']);
  });

  it.each<[unknown, readonly unknown[] | null]>([
    [TEXT, null],
    [{ type: 'string', const: 'a' }, ['a']],
    [{ anyOf: [{ enum: ['a', 'b'] }, { const: 'c' }, NUMBER] }, ['a', 'b', 'c']],
    [{ anyOf: [{ const: 'a' }, TEXT] }, null],
    [NUMBER, []],
  ])('come for %j with the only texts %j', (schema, texts) => {
    const shape = shapeOf(schema, {});
    expect(shape.texts && [...shape.texts]).toEqual(texts);
  });

  it.each<[boolean, readonly JsonSchema[]]>([
    [
      false,
      [
        ...['date', 'date-time', 'duration', 'email', 'hostname', 'idn-email'],
        ...['idn-hostname', 'ipv4', 'ipv6', 'iri', 'time', 'uri', 'uuid'],
      ].map((format) => ({ ...TEXT, format })),
    ],
    [false, [{ ...TEXT, minLength: 1 }, { ...TEXT, pattern: '.' }, { enum: ['a'] }, NUMBER]],
    [true, ['regex', 'json-pointer', 'own'].map((format) => ({ ...TEXT, format }))],
    [true, [TEXT, {}, { ...TEXT, pattern: '^a?$' }, { ...TEXT, pattern: '(' }]],
    [true, [{ enum: ['a', ''] }, { const: '' }, { anyOf: [{ enum: ['a'] }, TEXT] }]],
  ])('accept the empty string (%j): %j', (accepts, schemas) => {
    const wrong = schemas.filter((schema) => shapeOf(schema, {}).takesEmptyText !== accepts);
    expect(wrong).toEqual([]);
  });

  it('come with the schemas of the objects and of the lists among the alternatives', () => {
    const named = { properties: { a: {} } };
    const { objects, arrays } = shapeOf(
      { anyOf: [OBJECT, LIST, TEXT, named, { type: ['array', 'object'] }] },
      {},
    );
    expect(objects).toEqual([OBJECT, named, { type: ['array', 'object'] }]);
    expect(arrays).toEqual([LIST, { type: ['array', 'object'] }]);
  });
});

describe('an intersection', () => {
  it('has the members of all parts, and those of two parts have to fit both', () => {
    const { objects } = shapeOf(
      {
        type: 'object',
        properties: { own: TEXT },
        allOf: [
          { properties: { a: TEXT, both: TEXT }, additionalProperties: {} },
          { properties: { b: NUMBER, both: NUMBER }, additionalProperties: false },
        ],
      },
      {},
    );
    expect(objects).toHaveLength(1);
    expect(objects[0]).toMatchObject({
      type: 'object',
      additionalProperties: false,
      properties: { own: TEXT, a: TEXT, b: NUMBER, both: { allOf: [TEXT, NUMBER] } },
    });
  });

  it('has no members if no part names one', () => {
    expect(shapeOf({ allOf: [OBJECT, { minProperties: 1 }] }, {}).objects[0]).not.toHaveProperty(
      'properties',
    );
  });
});

describe('membersOf', () => {
  it.each<[string, readonly JsonSchema[], object, unknown]>([
    ['none', [], {}, null],
    ['one object', [{ properties: { a: TEXT } }], { a: TEXT }, null],
    ['one closed object', [{ properties: {}, additionalProperties: false }], {}, null],
    [
      'one open object',
      [{ properties: { a: TEXT }, additionalProperties: NUMBER }],
      { a: TEXT },
      NUMBER,
    ],
    ['one with any others', [{ additionalProperties: true }], {}, true],
    [
      'two objects',
      [{ properties: { a: TEXT } }, { properties: { a: NUMBER, b: TEXT } }],
      { a: { anyOf: [TEXT, NUMBER] }, b: { anyOf: [{ enum: [] }, TEXT] } },
      null,
    ],
    [
      'an open and a closed object',
      [{ properties: { a: TEXT } }, { additionalProperties: NUMBER }],
      { a: { anyOf: [TEXT, NUMBER] } },
      NUMBER,
    ],
    [
      'two open objects',
      [{ additionalProperties: TEXT }, { additionalProperties: NUMBER }],
      {},
      { anyOf: [TEXT, NUMBER] },
    ],
    ['a list instead of a map', [{ properties: ['a'] }], {}, null],
  ])('reads the members of %s', (_what, objects, named, others) => {
    const members = membersOf(objects);
    const rest = members.others?.('other') ?? null;
    expect([Object.fromEntries(members.named), rest]).toEqual([named, others]);
  });
});

describe('the members that an object does not name', () => {
  const patterns = { '^x-': TEXT, '^y-': NUMBER };

  it('have the schema of the first pattern that their names match, otherwise that of all others', () => {
    const { others } = membersOf([{ patternProperties: patterns, additionalProperties: false }]);
    expect(['x-a', 'y-a', 'a'].map((name) => others?.(name))).toEqual([TEXT, NUMBER, null]);
    const open = membersOf([{ patternProperties: patterns, additionalProperties: OBJECT }]);
    expect(open.others?.('a')).toEqual(OBJECT);
  });

  it('have the same schema for any number of names, also of several objects', () => {
    const { others } = membersOf([
      { patternProperties: patterns },
      { patternProperties: { a: OBJECT }, additionalProperties: LIST },
    ]);
    const schemas = Array.from({ length: 50 }, (_, at) => others?.(`x-b${at}`));
    expect(schemas[0]).toEqual({ anyOf: [TEXT, LIST] });
    expect(new Set(schemas).size).toBe(1);
  });

  it('match a pattern that is not valid in Unicode mode', () => {
    const { others } = membersOf([{ patternProperties: { '^[\\w-.]+$': TEXT } }]);
    expect(others?.('a-b')).toEqual(TEXT);
  });

  it('are named where the schema lists the names', () => {
    const { named, others } = membersOf([
      { propertyNames: { enum: ['a', 'b'] }, additionalProperties: TEXT, properties: { b: LIST } },
    ]);
    expect([Object.fromEntries(named), others]).toEqual([{ a: TEXT, b: LIST }, null]);
  });
});

describe('itemsOf', () => {
  it.each<[string, readonly JsonSchema[], readonly unknown[]]>([
    ['a list', [{ items: TEXT }], [TEXT, TEXT, TEXT]],
    ['a tuple', [{ prefixItems: [TEXT, NUMBER] }], [TEXT, NUMBER, undefined]],
    ['a tuple and a rest', [{ prefixItems: [NUMBER], items: TEXT }], [NUMBER, TEXT, TEXT]],
    [
      'a tuple and a list',
      [{ prefixItems: [TEXT] }, { items: NUMBER }],
      [{ anyOf: [TEXT, NUMBER] }, { anyOf: [undefined, NUMBER] }, { anyOf: [undefined, NUMBER] }],
    ],
  ])('reads the items of %s by their index', (_what, lists, expected) => {
    const made: unknown[] = [];
    const itemAt = itemsOf(lists, (part) => (made.push(part), [part]));
    expect([itemAt(0), itemAt(1), itemAt(2)].flat()).toEqual(expected);
    const before = made.length;
    expect([itemAt(9), itemAt(1)].flat()).toEqual([expected[2], expected[1]]);
    expect(made).toHaveLength(before);
  });
});

describe('eachPart', () => {
  it('makes each part once, when a value reaches it', () => {
    const part = { a: 1 };
    const root = { type: 'object', part };
    const made: unknown[] = [];
    const result = eachPart<() => unknown>(root, (shape, partOf, schema) => {
      made.push(schema);
      return () => [[...shape.kinds], schema === root ? partOf(part) === partOf(part) : null];
    });
    expect(made).toEqual([root]);
    expect(result()).toEqual([['object'], true]);
    result();
    expect(made).toEqual([root, part]);
  });
});
