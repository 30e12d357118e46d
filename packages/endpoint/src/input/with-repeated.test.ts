import { describe, expect, it } from '@jest/globals';
import { parseForm } from '@mortise/form-encoding';
import type { JsonSchema } from '../json-schema/json-schema.js';
import { repeatedInQuery } from './repeated-in-query.js';
import { acceptsList, withRepeated } from './with-repeated.js';

const TEXT = { type: 'string' };
const LIST = { type: 'array', items: TEXT };
const EITHER = { anyOf: [LIST, TEXT] };
const object = (properties: object, more: object = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
});

/** What a query is for a schema, and the paths of its issues. */
function read(schema: JsonSchema, query: string) {
  const parsed = parseForm(query, { frozen: true });
  const { data, issues } = withRepeated(parsed, repeatedInQuery(query), (path) =>
    acceptsList(schema, path),
  );
  const plain: unknown = JSON.parse(JSON.stringify(data));
  return [plain, issues.map(({ path = [] }) => path.map(String).join('.'))];
}

describe('a name of a query that is sent twice', () => {
  it.each<[string, JsonSchema, string, object]>([
    ['a list', object({ a: LIST }), 'a=1&a=2&b=3', { a: ['1', '2'], b: '3' }],
    [
      'two lists',
      object({ a: LIST, b: LIST }),
      'a=1&b=2&a=3&b=4',
      { a: ['1', '3'], b: ['2', '4'] },
    ],
    ['a list, of which one has brackets', object({ a: LIST }), 'a[]=1&a=2', { a: ['1', '2'] }],
    [
      'a list, of which another has brackets',
      object({ a: LIST }),
      'a=1&b=3&a%5B%5D=2',
      { a: ['1', '2'], b: '3' },
    ],
    ['a list or text', object({ a: EITHER }), 'a=1&a=2', { a: ['1', '2'] }],
    ['several types', object({ a: { type: ['string', 'array'] } }), 'a=1&a=2', { a: ['1', '2'] }],
    ['anything', object({ a: {} }), 'a=1&a=2', { a: ['1', '2'] }],
    ['anything inside another name', object({ a: {} }), 'a[b]=1&a[b]=2', { a: { b: ['1', '2'] } }],
    [
      'anything, of which one has brackets',
      { type: 'object', additionalProperties: {} },
      'a[b][]=1&a[b]=2',
      { a: { b: ['1', '2'] } },
    ],
    ['an escaped name', object({ 'a b': LIST }), 'a+b=1&%61%20b=2', { 'a b': ['1', '2'] }],
    [
      'a list by reference',
      object({ a: { $ref: '#/$defs/L' } }, { $defs: { L: LIST } }),
      'a=1&a=2',
      { a: ['1', '2'] },
    ],
    [
      'a list in one of several objects',
      { anyOf: [object({ a: LIST }), object({ a: TEXT })] },
      'a=1&a=2',
      { a: ['1', '2'] },
    ],
    [
      'a list in a record',
      { type: 'object', additionalProperties: LIST },
      'a=1&a=2',
      { a: ['1', '2'] },
    ],
    [
      'a list in an object',
      object({ a: object({ b: LIST }) }),
      'a[b]=1&a[b]=2',
      { a: { b: ['1', '2'] } },
    ],
    [
      'a list in a list',
      object({ a: { type: 'array', items: LIST } }),
      'a[0]=1&a[0]=2&a[1]=3',
      { a: [['1', '2'], '3'] },
    ],
  ])('is a list for a schema of %s', (_what, schema, query, result) => {
    expect(read(schema, query)).toEqual([result, []]);
  });

  it.each<[string, JsonSchema, string, string]>([
    ['text', object({ a: TEXT }), 'a=1&a=2', 'a'],
    ['the same text', object({ a: TEXT }), 'a=1&a=1', 'a'],
    ['an escaped name', object({ a: TEXT }), 'a=1&%61=2', 'a'],
    ['text in a record', { type: 'object', additionalProperties: TEXT }, 'a=1&a=2', 'a'],
    ['text in an object', object({ a: object({ b: TEXT }) }), 'a[b]=1&a%5Bb%5D=2', 'a.b'],
    ['text in a list', object({ a: LIST }), 'a[0]=1&a[0]=2', 'a.0'],
    ['text, in several objects', { anyOf: [object({ a: TEXT }), object({})] }, 'a=1&a=2', 'a'],
  ])('is an issue for a schema of %s', (_what, schema, query, path) => {
    expect(read(schema, query)).toEqual([expect.anything(), [path]]);
  });

  it('says how many values there were', () => {
    const repeated = repeatedInQuery('a=1&a=2&a=3');
    expect(withRepeated({ a: '3' }, repeated, () => false).issues).toEqual([
      { path: ['a'], message: 'The name has 3 values; expected one.' },
    ]);
  });

  it.each<[string, JsonSchema, string, object]>([
    ['that does not name it', object({ b: TEXT }), 'a=1&a=2', { a: '2' }],
    ['of no object', TEXT, 'a=1&a=2', { a: '2' }],
    ['whose list has brackets', object({ a: LIST }), 'a[]=1&a[]=2', { a: ['1', '2'] }],
    [
      'whose name is replaced by a longer one',
      object({ a: TEXT }),
      'a=1&a=2&a[b]=3',
      { a: { b: '3' } },
    ],
  ])('has its last value for a schema %s', (_what, schema, query, result) => {
    expect(read(schema, query)).toEqual([result, []]);
  });

  it('is not read again if middleware replaced the query', () => {
    const data = { a: 'x' };
    expect(withRepeated(data, repeatedInQuery('a=1&a=2'), () => true)).toEqual({
      data,
      issues: [],
    });
  });
});

it.each(['', 'a', 'a=1', 'a=1&b=1', 'a[0]=1&a[1]=1', 'a%5B0%5D=1&a%5B1%5D=1', '&&', 'a=1&&b=2'])(
  'reads ?%s as it was parsed',
  (query) => {
    const parsed = JSON.parse(JSON.stringify(parseForm(query))) as object;
    expect(read(object({ a: TEXT, b: TEXT, '': TEXT }), query)).toEqual([parsed, []]);
  },
);
