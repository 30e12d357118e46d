import { expect, it } from '@jest/globals';
import { errorOf } from '../../test/error-of.js';
import { Router } from '../router.js';

const router = new Router<null>();

it('the longest variant is filled for which there is all data', () => {
  const route = router.get('/a/{x}[/{y}[/{z}]]', null);
  const urls = [
    { x: 1 },
    { x: 1, y: 2 },
    { x: 1, y: 2, z: 3 },
    { x: 1, z: 3 },
    { x: 1, y: undefined, z: 3 },
    { x: 1, y: null },
  ].map((data) => route.url(data as never));
  expect(urls).toEqual(['/a/1', '/a/1/2', '/a/1/2/3', '/a/1', '/a/1', '/a/1']);
});

it('an error names the first missing argument of the shortest variant, and the whole pattern', () => {
  const route = router.get('/b/{x}-{y}[/{z}]', null);
  for (const data of [{}, { z: 1, y: 2 }, { x: undefined, y: 2 }, { x: null, y: 2 }]) {
    expect(errorOf(() => route.url(data as never))).toMatchObject({
      code: 'URL_DATA_MISSING',
      pattern: '/b/{x}-{y}[/{z}]',
      message:
        'Missing data for URL segment: x; the pattern is "/b/{x}-{y}[/{z}]", so pass { "x": ... }',
    });
  }
});

it('refuses a value with NUL, whose path no application takes', () => {
  const route = router.get('/nul/{x:.*}', null);
  expect(errorOf(() => route.url({ x: 'a\0' })).code).toBe('URL_DATA_INVALID');
});

it.each([
  [
    Promise.resolve(7),
    'received a promise; expected a string or a finite number; await the promise',
  ],
  [{ id: 7 }, 'received an object; expected a string or a finite number'],
  [new Map(), 'received an instance of Map; expected a string or a finite number'],
  [() => 7, 'received a function; expected a string or a finite number'],
  [NaN, 'received NaN; expected a string or a finite number'],
  [-Infinity, 'received -Infinity; expected a string or a finite number'],
])('a value whose text says nothing of it is refused: %p', (id, expected) => {
  const route = new Router<null>().get('/books/{id}', null);
  for (const raw of [false, true])
    expect(() => route.url({ id } as never, { raw })).toThrow(
      expect.objectContaining({
        code: 'URL_DATA_INVALID',
        message: `invalid value for "id": ${expected}`,
      }),
    );
});

it('a bigint, and an object with text of its own, are written', () => {
  const id = { toString: () => '65f0' };
  const route = new Router<null>().get('/books/{id}', null);
  expect(route.url({ id: 9007199254740993n })).toBe('/books/9007199254740993');
  expect(route.url({ id } as never)).toBe('/books/65f0');
});

it('a refused value is shown with its name and expression', () => {
  const route = router.get('/c/{x:\\d+}', null);
  expect(errorOf(() => route.url({ x: 'a' }))).toMatchObject({
    code: 'URL_DATA_INVALID',
    pattern: '/c/{x:\\d+}',
    message:
      'invalid value for "x": received "a"; expected a string that matches \\d+, with at most 1024 characters and no NUL',
  });
});

it('raw text and raw values stay as they are', () => {
  const route = router.get('/e é/{x:.+}', null);
  expect(route.url({ x: 'a b?' })).toBe('/e%20%C3%A9/a%20b%3F');
  expect(route.url({ x: 'a b?' }, { raw: true })).toBe('/e é/a b?');
});

it('a slash of a value is escaped unless the expression can match one', () => {
  const route = router.get('/f/{x}/{y:.+}/{z:(?:a|/)+}', null);
  expect(route.url({ x: 'a/b/c', y: 'a/b/c', z: 'a' })).toBe('/f/a%2Fb%2Fc/a/b/c/a');
});

it.each([
  ['/{a}+{b}', { a: '1', b: '2+3' }, 'is read as {"a":"1+2","b":"3"}'],
  ['/{a}.{b}', { a: '1', b: '2.3' }, 'is read as {"a":"1.2","b":"3"}'],
  ['/{a:.+}[/{b}]', { a: '1', b: '2' }, 'is read as {"a":"1/2"}'],
  ['/a[/{b:.*}]', { b: '1\\2' }, 'does not match it'],
  ['/{a:.+}', { a: 'x/'.repeat(300) }, 'does not match it'],
])('values that %s would not give back are refused: %j', (pattern, data, reading) => {
  const error = errorOf(() => new Router<null>().get(pattern, null).url(data));
  expect(error.code).toBe('URL_DATA_INVALID');
  expect(error.message).toContain(reading);
});

it('escaped separators that the route takes are written', () => {
  const route = new Router<null>().get('/{a:.+}', null, { escapedSlashes: true });
  expect(route.url({ a: 'x/y\\z' })).toBe('/x/y%5Cz');
});

it('a path is read back below the mount path, with a pattern that begins without a slash', () => {
  const mounted = new Router<null>();
  mounted.mount('/m/');
  const route = mounted.get('{a}-{b}', null);
  expect(route.url({ a: 1, b: 2 })).toBe('/m/1-2');
  expect(() => route.url({ a: 1, b: '2-3' })).toThrow(/is read as/);
  expect(route.url({ a: 1, b: '2-3' }, { raw: true })).toBe('/m/1-2-3');
});

it('a value of exactly 1,024 characters is written, and one more is refused', () => {
  for (const route of [router.get('/g/{x}', null), router.get('/h/{x:.+}', null)]) {
    expect(route.url({ x: 'é'.repeat(1024) })).toHaveLength(3 + 6 * 1024);
    expect(errorOf(() => route.url({ x: 'é'.repeat(1025) })).code).toBe('URL_DATA_INVALID');
  }
});

it('an object without its own toString() is refused as a query', () => {
  const route = router.get('/i', null);
  for (const query of [{ toString: 5 }, { toString: undefined }, {}]) {
    const error = errorOf(() => route.url({}, { query: query as never }));
    expect(error.code).toBe('URL_QUERY_INVALID');
    expect(error.message).toContain('"/i"');
  }
});

it('a path that clients would resolve to another one is refused', () => {
  const route = router.get('/j/{x}[/{rest:.*}]', null);
  for (const data of [{ x: '..' }, { x: '.' }, { x: 'a', rest: '../b' }, { x: 'a', rest: 'b/.' }]) {
    expect(errorOf(() => route.url(data)).code).toBe('URL_DATA_INVALID');
  }
  expect(errorOf(() => route.url({ x: '..' })).message).toBe(
    'invalid data for the URL of "/j/{x}[/{rest:.*}]": received "/j/.."; expected no segment "." or "..", which clients resolve, and no leading "//", which begins a host',
  );
});

it('no path begins with two slashes, because clients would go to another host', () => {
  const router = new Router<null>();
  const route = router.get('/{path:.*}', null);
  for (const path of ['/other.test', '/', '//other.test/a']) {
    expect(errorOf(() => route.url({ path })).code).toBe('URL_DATA_INVALID');
  }
  expect(route.url({ path: 'a//b' })).toBe('/a//b');
  expect(route.url({ path: '/a' }, { raw: true })).toBe('//a');
});

it('dots that are not a whole segment, and raw values, stay as they are', () => {
  const route = router.get('/k/{x}', null);
  expect([route.url({ x: '...' }), route.url({ x: '.a' }), route.url({ x: 'a..' })]).toEqual([
    '/k/...',
    '/k/.a',
    '/k/a..',
  ]);
  expect(route.url({ x: '..' }, { raw: true })).toBe('/k/..');
});
