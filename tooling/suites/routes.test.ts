import { describe, expect, it } from '@jest/globals';
import { createApp, json } from 'mortise';
import { inProcess } from 'mortise/testing';
import { nodeImplementations } from '../testing/implementations.js';

/** A rule of FastRoute's dispatcher; the routes; method and path; the status, and pattern and arguments or Allow. */
const rows: readonly (readonly [string, readonly string[], string, number, unknown])[] = [
  ['a static path', ['GET /a/b'], 'GET /a/b', 200, ['/a/b', {}]],
  ['the first of two static paths', ['GET /a', 'GET /b'], 'GET /a', 200, ['/a', {}]],
  [
    'an argument',
    ['GET /user/{name}'],
    'GET /user/rdlowrey',
    200,
    ['/user/{name}', { name: 'rdlowrey' }],
  ],
  ['an argument is at least one character', ['GET /user/{name}'], 'GET /user/', 404, null],
  ['an argument ends at a slash', ['GET /user/{name}'], 'GET /user/a/b', 404, null],
  [
    'an expression',
    ['GET /u/{id:[0-9]+}'],
    'GET /u/12345',
    200,
    ['/u/{id:[0-9]+}', { id: '12345' }],
  ],
  ['an expression that does not match', ['GET /u/{id:[0-9]+}'], 'GET /u/a', 404, null],
  ['an expression matches the whole segment', ['GET /u/{id:[0-9]+}'], 'GET /u/1a', 404, null],
  [
    'the first of two expressions that match',
    ['GET /{a:[0-9]+}', 'GET /{b:[a-z0-9]+}'],
    'GET /1',
    200,
    ['/{a:[0-9]+}', { a: '1' }],
  ],
  [
    'the second, if the first does not match',
    ['GET /{a:[0-9]+}', 'GET /{b:[a-z0-9]+}'],
    'GET /x',
    200,
    ['/{b:[a-z0-9]+}', { b: 'x' }],
  ],
  [
    'an alternation stays in its placeholder',
    ['GET /{lang:de|en}/x'],
    'GET /en/x',
    200,
    ['/{lang:de|en}/x', { lang: 'en' }],
  ],
  ['an optional part that is there', ['GET /a[/{b}]'], 'GET /a/1', 200, ['/a[/{b}]', { b: '1' }]],
  ['an optional part that is absent', ['GET /a[/{b}]'], 'GET /a', 200, ['/a[/{b}]', {}]],
  [
    'nested optional parts, the inner absent',
    ['GET /a[/{b}[/{c}]]'],
    'GET /a/1',
    200,
    ['/a[/{b}[/{c}]]', { b: '1' }],
  ],
  ['text around an argument', ['GET /v{n}.json'], 'GET /v7.json', 200, ['/v{n}.json', { n: '7' }]],
  ['another method of a static path', ['GET /a', 'POST /a'], 'POST /a', 200, ['/a', {}]],
  ['no route for the method', ['GET /a', 'PUT /a'], 'DELETE /a', 405, 'GET, HEAD, PUT'],
  ['no route for the method of a pattern', ['POST /{a}'], 'GET /x', 405, 'POST'],
  [
    'a static path and a pattern of other methods',
    ['POST /a', 'PUT /{x}'],
    'GET /a',
    405,
    'POST, PUT',
  ],
  [
    'a pattern serves what a static path of another method does not',
    ['POST /a', 'GET /{x}'],
    'GET /a',
    200,
    ['/{x}', { x: 'a' }],
  ],
  ['HEAD is served by GET', ['GET /a'], 'HEAD /a', 200, null],
  ['no path that ends with another slash', ['GET /a'], 'GET /a/', 404, null],
  ['paths differ by case', ['GET /a'], 'GET /A', 404, null],
];

describe.each(nodeImplementations)('the route of a request, with %s', (_name, factories) => {
  it.each(rows)('%s: %j, %s', async (_rule, routes, target, status, expected) => {
    const app = createApp({ factories });
    for (const route of routes) {
      const [method = '', pattern = ''] = route.split(' ');
      app.map([method], pattern, (_request, response, args: object) =>
        json(response, [pattern, { ...args }]),
      );
    }
    const [method = '', path = ''] = target.split(' ');
    const response = await inProcess(app).request(method, path);
    const body = await response.getBody().text();
    expect(response.getStatusCode()).toBe(status);
    if (status === 405) expect(response.getHeaderLine('Allow')).toBe(expected);
    else if (status === 200) expect(body === '' ? null : JSON.parse(body)).toEqual(expected);
  });
});
