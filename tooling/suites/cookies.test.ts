import { describe, expect, it } from '@jest/globals';
import { createApp, json } from 'mortise';
import { inProcess } from 'mortise/testing';
import { nodeImplementations } from '../testing/implementations.js';

/** A rule of RFC 6265 4.2 and 5.4, or of PHP where that names none; the header; the cookies. */
const rows: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
  ['one cookie', 'a=1', { a: '1' }],
  ['several, separated by a semicolon and a space', 'a=1; b=2; c=3', { a: '1', b: '2', c: '3' }],
  ['a semicolon without a space separates too', 'a=1;b=2', { a: '1', b: '2' }],
  ['spaces and tabs after a semicolon are skipped', 'a=1;  \tb=2', { a: '1', b: '2' }],
  ['a semicolon at the end adds nothing', 'a=1;', { a: '1' }],
  ['semicolons without a cookie between them add nothing', 'a=1;;; b=2', { a: '1', b: '2' }],
  ['an empty value is a value', 'a=; b=2', { a: '', b: '2' }],
  ['a member without an equals sign is dropped', 'a; b=2', { b: '2' }],
  ['only the first equals sign separates', 'a=b=c==', { a: 'b=c==' }],
  ['quotes belong to the value', 'a="1"', { a: '"1"' }],
  ['quotes do not protect a semicolon', 'a="1;2"', { a: '"1' }],
  ['a comma belongs to the value', 'a=1,b=2', { a: '1,b=2' }],
  ['names differ by case', 'a=1; A=2', { a: '1', A: '2' }],
  ['the first of a repeated name wins', 'a=1; a=2', { a: '1' }],
  ['a dollar sign has no meaning', '$Version=1; a=2', { $Version: '1', a: '2' }],
  ['attributes of Set-Cookie have no meaning', 'a=1; Path=/; Secure', { a: '1', Path: '/' }],
  ['escapes of a value are decoded once', 'a=%2541', { a: '%41' }],
  ['an escaped semicolon is part of the value', 'a=1%3B b=2', { a: '1; b=2' }],
  ['a plus sign of a value is a space', 'a=1+1', { a: '1 1' }],
  ['a broken escape stays', 'a=%zz; b=%4', { a: '%zz', b: '%4' }],
  ['brackets of a name are text', 'a[b]=1; a[c]=2', { 'a[b]': '1', 'a[c]': '2' }],
  [
    'a name of Object.prototype is a name',
    'constructor=1; toString=2',
    { constructor: '1', toString: '2' },
  ],
  ['__proto__ is dropped', '__proto__=1; a=2', { a: '2' }],
  ['text without any cookie', 'a', {}],
];

describe.each(nodeImplementations)('the cookies of a request, with %s', (_name, factories) => {
  it.each(rows)('%s: %j', async (_rule, Cookie, cookies) => {
    const app = createApp({ factories });
    app.get('/', (request, response) => json(response, Object.entries(request.getCookieParams())));
    const response = await inProcess(app).get('/', { headers: { Cookie } });
    expect(JSON.parse(await response.getBody().text())).toEqual(Object.entries(cookies));
  });
});
