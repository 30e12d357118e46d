import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message/node';
import type { JsonSchema } from '../json-schema/json-schema.js';
import { TEXT_SOURCES } from './text-parts.js';

const TEXT = { type: 'string' };
const LIST = { type: 'array' };
const object = (properties: object, more: object = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
});
const queried = (query: string) => {
  const request = factories.createServerRequest('GET', `http://a.test/?${query}`);
  return request.withQueryParams(Object.fromEntries(new URLSearchParams(query)));
};
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('the query', () => {
  it.each<[string, JsonSchema | null, string, object]>([
    ['a list', object({ a: LIST }), 'a=1&a=2&b=3', { a: ['1', '2'], b: '3' }],
    ['a list that is sent once', object({ a: LIST }), 'a=1', { a: '1' }],
    ['an absent list', object({ a: LIST }), 'b=1&b=2', { b: '2' }],
    ['text', object({ a: TEXT }), 'a=1&a=2', { a: '2' }],
    ['a list or text', object({ a: { anyOf: [LIST, TEXT] } }), 'a=1&a=2', { a: '2' }],
    [
      'two lists',
      object({ a: LIST, b: LIST }),
      'a=1&b=2&a=3&b=4',
      { a: ['1', '3'], b: ['2', '4'] },
    ],
    ['nothing', null, 'a=1&a=2', { a: '2' }],
    [
      'a list beside any others',
      object({ a: LIST }, { additionalProperties: {} }),
      'a=1&a=2',
      { a: '2' },
    ],
    ['no object', { type: 'string' }, 'a=1&a=2', { a: '2' }],
    [
      'a list by reference',
      object({ a: { $ref: '#/$defs/L' } }, { $defs: { L: LIST } }),
      'a=1&a=2',
      { a: ['1', '2'] },
    ],
  ])(
    'has for a schema of %s the values of a repeated name that it names',
    (_what, schema, sent, read) => {
      const request = queried(sent);
      const before = plain(request.getQueryParams());
      expect(plain(TEXT_SOURCES.query(schema)(request))).toEqual(read);
      expect(plain(request.getQueryParams())).toEqual(before);
    },
  );

  it('keeps a list that was sent with brackets', () => {
    const request = queried('a=1&a=2').withQueryParams({ a: ['x'] });
    expect(TEXT_SOURCES.query(object({ a: LIST }))(request)).toEqual({ a: ['x'] });
  });
});

describe('the headers', () => {
  const request = factories
    .createServerRequest('GET', 'http://a.test/')
    .withHeader('X-A', '1, "2,3"')
    .withHeader('Cookie', 'b=1');

  it.each<[string, JsonSchema | null, object]>([
    ['text, in the case of the schema', object({ 'x-A': TEXT }), { 'x-A': '1, "2,3"' }],
    ['a list', object({ 'X-A': LIST }), { 'X-A': ['1', '"2,3"'] }],
    ['a list or text', object({ 'X-A': { type: ['array', 'string'] } }), { 'X-A': '1, "2,3"' }],
    ['one that is absent', object({ 'X-B': TEXT, 'X-C': LIST }), {}],
    ['nothing', null, { 'x-a': '1, "2,3"', cookie: 'b=1', host: 'a.test' }],
    [
      'any others',
      object({ 'X-A': LIST }, { additionalProperties: true }),
      { 'x-a': '1, "2,3"', cookie: 'b=1', host: 'a.test' },
    ],
  ])('have for a schema of %s what it names', (_what, schema, read) => {
    const fields = TEXT_SOURCES.headers(schema)(request);
    expect([plain(fields), Object.getPrototypeOf(fields)]).toEqual([read, null]);
  });
});

describe('the cookies', () => {
  const request = factories
    .createServerRequest('GET', 'http://a.test/')
    .withCookieParams({ a: '1', b: '2' });

  it.each<[string, JsonSchema | null, object]>([
    ['some', object({ b: TEXT, constructor: TEXT }), { b: '2' }],
    ['none', object({}), {}],
    ['nothing', null, { a: '1', b: '2' }],
    ['any', { type: 'object', additionalProperties: TEXT }, { a: '1', b: '2' }],
  ])('are for a schema of %s what it names', (_what, schema, read) => {
    expect(plain(TEXT_SOURCES.cookies(schema)(request))).toEqual(read);
  });

  it('are only those that were sent, also if every object inherits their name', () => {
    const sent = { getCookieParams: () => ({ a: '1' }) } as unknown as typeof request;
    const named = TEXT_SOURCES.cookies(object({ a: TEXT, constructor: TEXT }))(sent);
    expect(Object.keys(named)).toEqual(['a']);
  });

  it('are read into a map that inherits nothing', () => {
    const named = TEXT_SOURCES.cookies(object({ a: TEXT }))(request);
    expect(Object.getPrototypeOf(named)).toBeNull();
  });
});
