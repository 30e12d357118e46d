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
        'Missing data for URL segment: x; the pattern is "/b/{x}-{y}[/{z}]", so give it { "x": ... }',
    });
  }
});

it('a refused value is shown with its name and expression', () => {
  const route = router.get('/c/{x:\\d+}', null);
  expect(errorOf(() => route.url({ x: 'a' }))).toMatchObject({
    code: 'URL_DATA_INVALID',
    pattern: '/c/{x:\\d+}',
    message:
      'invalid value for "x": received "a"; expected a match of \\d+ with at most 1024 characters',
  });
});

it('raw text and raw values stay as they are', () => {
  const route = router.get('/e é/{x:.+}', null);
  expect(route.url({ x: 'a b?' })).toBe('/e%20%C3%A9/a%20b%3F');
  expect(route.url({ x: 'a b?' }, { raw: true })).toBe('/e é/a b?');
});

it('a slash of a value is escaped unless the expression can match one', () => {
  const route = router.get('/f/{x}/{y:.+}/{z:(?:a|b)+}', null);
  expect(route.url({ x: 'a/b', y: 'a/b', z: 'a' })).toBe('/f/a%2Fb/a/b/a');
});

it.each([
  ['/i/{x}-{y}', { x: '1', y: '2-3' }, '/i/1-2-3', { x: '1-2', y: '3' }],
  ['/j/{x:.+}/{y:.+}', { x: 'a', y: 'b/c' }, '/j/a/b/c', { x: 'a/b', y: 'c' }],
  ['/k/{x:.+}[/{y}]', { x: 'a', y: 'b' }, '/k/a/b', { x: 'a/b' }],
])('a path of %s that would be read as other arguments is refused', (pattern, data, path, read) => {
  const route = router.get(pattern, null);
  expect(errorOf(() => route.url(data as never))).toMatchObject({
    code: 'URL_DATA_INVALID',
    message: `invalid data for the URL of "${pattern}": "${path}" would be read as ${JSON.stringify(read)}; expected values without the text between the placeholders`,
  });
});

it('a backslash in a value that can span segments is refused, unless the route takes escaped ones', () => {
  expect(errorOf(() => router.get('/l/{x:.+}', null).url({ x: 'a\\b' })).code).toBe(
    'URL_DATA_INVALID',
  );
  const taking = router.get('/m/{x:.+}', null, { escapedSlashes: true });
  expect(taking.url({ x: 'a\\b' })).toBe('/m/a%5Cb');
  expect(router.get('/n/{x}', null).url({ x: 'a\\b' })).toBe('/n/a%5Cb');
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
    'invalid data for the URL of "/j/{x}[/{rest:.*}]": received "/j/.."; expected no segment "." or "..", which clients resolve',
  );
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
