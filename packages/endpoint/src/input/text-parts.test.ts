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
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('the headers', () => {
  const request = factories
    .createServerRequest('GET', 'http://a.test/')
    .withHeader('X-A', '1, "2,3"')
    .withHeader('Cookie', 'b=1');

  it.each<[string, JsonSchema | null, object]>([
    ['text, in the case of the schema', object({ 'x-A': TEXT }), { 'x-A': '1, "2,3"' }],
    ['a list', object({ 'X-A': LIST }), { 'X-A': ['1', '"2,3"'] }],
    ['a list or text', object({ 'X-A': { type: ['array', 'string'] } }), { 'X-A': '1, "2,3"' }],
    [
      'a list or text of one line',
      object({ 'X-A': { anyOf: [LIST, TEXT] } }),
      { 'X-A': '1, "2,3"' },
    ],
    [
      'a list or number',
      object({ 'X-A': { type: ['array', 'number'] } }),
      { 'X-A': ['1', '"2,3"'] },
    ],
    ['one that is absent', object({ 'X-B': TEXT, 'X-C': LIST }), {}],
    ['nothing', null, { 'x-a': '1, "2,3"', cookie: 'b=1', host: 'a.test' }],
    [
      'a list and any others',
      object({ 'X-A': LIST }, { additionalProperties: true }),
      { 'X-A': ['1', '"2,3"'], cookie: 'b=1', host: 'a.test' },
    ],
  ])('have for a schema of %s what it names', (_what, schema, read) => {
    const fields = TEXT_SOURCES.headers(schema)(request);
    expect([plain(fields), Object.getPrototypeOf(fields)]).toEqual([read, null]);
  });
});

it.each([
  ['a list or text', { type: ['array', 'string'] }, ['1', '2', '3']],
  ['text', TEXT, '1, 2,3'],
])('a header of several lines is for a schema of %s', (_what, schema, read) => {
  const request = factories
    .createServerRequest('GET', 'http://a.test/')
    .withHeader('X-A', ['1', '2,3']);
  expect(plain(TEXT_SOURCES.headers(object({ 'X-A': schema }))(request))).toEqual({ 'X-A': read });
});

it.each([
  ['1', '1'],
  ['1,2', ['1', '2']],
  ['', []],
])('a header %j can be a number or a list', (line, read) => {
  const request = factories.createServerRequest('GET', 'http://a.test/').withHeader('X-A', line);
  const schema = object({ 'X-A': { anyOf: [{ type: 'number' }, LIST] } });
  expect(plain(TEXT_SOURCES.headers(schema)(request))).toEqual({ 'X-A': read });
});

it.each([
  ['', []],
  ['2024-02-29', '2024-02-29'],
])('a header %j can be a date, a list or null', (line, read) => {
  const request = factories.createServerRequest('GET', 'http://a.test/').withHeader('X-A', line);
  const date = { type: 'string', format: 'date' };
  const schema = object({ 'X-A': { anyOf: [date, LIST, { type: 'null' }] } });
  expect(plain(TEXT_SOURCES.headers(schema)(request))).toEqual({ 'X-A': read });
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

  it('are only those that were sent, even if every object inherits their name', () => {
    const cookies = () => ({ a: '1' });
    const sent = { getCookieParams: cookies, hasHeader: () => false } as unknown as typeof request;
    const named = TEXT_SOURCES.cookies(object({ a: TEXT, constructor: TEXT }))(sent);
    expect(Object.keys(named)).toEqual(['a']);
  });

  it('are read into a map that inherits nothing', () => {
    const named = TEXT_SOURCES.cookies(object({ a: TEXT }))(request);
    expect(Object.getPrototypeOf(named)).toBeNull();
  });
});
