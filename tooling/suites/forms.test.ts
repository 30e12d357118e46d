import { describe, expect, it } from '@jest/globals';
import { createApp, json } from 'mortise';
import { inProcess } from 'mortise/testing';
import { nodeImplementations } from '../testing/implementations.js';

/** A rule of PHP's parse_str, which is that of its forms, unless it says otherwise; the body; the parsed body. */
const rows: readonly (readonly [string, string, unknown])[] = [
  ['a field', 'a=1', { a: '1' }],
  ['several fields', 'a=1&b=2', { a: '1', b: '2' }],
  ['a name without an equals sign has an empty value', 'a&b=2', { a: '', b: '2' }],
  ['a field without a name is dropped', '=1&b=2', { b: '2' }],
  ['empty fields are dropped', '&&a=1&&', { a: '1' }],
  ['only the first equals sign separates', 'a=b=c', { a: 'b=c' }],
  ['a plus sign is a space', 'a+b=c+d', { 'a b': 'c d' }],
  ['an escaped plus sign is a plus sign', 'a=1%2B1', { a: '1+1' }],
  ['an escaped ampersand is part of a value', 'a=1%262', { a: '1&2' }],
  ['escapes are UTF-8', 'a=%C3%A9%E2%82%AC', { a: 'é€' }],
  ['the last of a repeated name wins', 'a=1&a=2', { a: '2' }],
  ['a list', 'a[]=1&a[]=2', { a: ['1', '2'] }],
  ['escaped brackets are brackets', 'a%5B%5D=1', { a: ['1'] }],
  ['keys', 'a[x]=1&a[y]=2', { a: { x: '1', y: '2' } }],
  ['nested keys', 'a[x][y]=1', { a: { x: { y: '1' } } }],
  ['an open bracket without an end is an underscore', 'a[x=1', { a_x: '1' }],
  ['text after the last bracket is dropped', 'a[x]y=1', { a: { x: '1' } }],
  ['dots and spaces of a name stay, unlike in PHP', 'a.b=1&c%20d=2', { 'a.b': '1', 'c d': '2' }],
  ['dots of a key stay', 'a[x.y]=1', { a: { 'x.y': '1' } }],
  ['spaces before a name stay, unlike in PHP', '%20%20a=1', { '  a': '1' }],
  ['a semicolon does not separate', 'a=1;b=2', { a: '1;b=2' }],
];

describe.each(nodeImplementations)('the fields of a form, with %s', (_name, factories) => {
  it.each(rows)('%s: %j', async (_rule, body, fields) => {
    const app = createApp({ factories });
    app.post('/', (request, response) => json(response, request.getParsedBody()));
    app.addBodyParsingMiddleware();
    const response = await inProcess(app).post('/', {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body,
    });
    expect(JSON.parse(await response.getBody().text())).toEqual(fields);
  });
});
