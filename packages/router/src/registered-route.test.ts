import { describe, expect, it } from '@jest/globals';
import { errorOf } from '../test/error-of.js';
import { Router } from './router.js';

describe('Route.url', () => {
  it('fills optional parts from the left, as far as there is data', () => {
    const route = new Router<null>().get('/o[/{a}[/{b}]]', null);
    expect(route.url()).toBe('/o');
    expect(route.url({ a: 1 })).toBe('/o/1');
    expect(route.url({ a: 1, b: '2' })).toBe('/o/1/2');
    expect(route.url({ b: '2' })).toBe('/o');
  });

  it('ignores data that the pattern does not name, and inherited properties', () => {
    const route = new Router<null>().get('/u[/{toString}]', null);
    expect(route.url({ x: 1 } as never)).toBe('/u');
  });

  it('encodes values and literals, and keeps slashes that the expression accepts', () => {
    const router = new Router<null>();
    expect(router.get('/a b/{x}', null).url({ x: 'ü/?%' })).toBe('/a%20b/%C3%BC%2F%3F%25');
    expect(router.get('/f/{p:.+}', null).url({ p: 'a b/c' })).toBe('/f/a%20b/c');
  });

  it('accepts a value of exactly 1,024 characters', () => {
    const route = new Router<null>().get('/{id}', null);
    expect(route.url({ id: 'x'.repeat(1024) })).toBe(`/${'x'.repeat(1024)}`);
  });

  it('names the missing arguments', () => {
    const error = errorOf(() => new Router<null>().get('/m/{a}-{b}', null).url({ a: 1 } as never));
    expect(error.code).toBe('URL_DATA_MISSING');
    expect(error.message).toMatch(/^Missing data for URL segment: b/);
  });

  it.each([
    ['/{id:\\d+}', 'x'],
    ['/{id:\\d+}', '12\n'],
    ['/{id}', ''],
    ['/{id}', 'x'.repeat(1025)],
    ['/{id}', '\ud800'],
    ['/{id:[a-z]+}', 'a/b'],
    ['/{id:en|de}', 'ende'],
  ])('refuses for %s the value %j', (pattern: string, id) => {
    const route = new Router<null>().get(pattern, null);
    expect(errorOf(() => route.url({ id })).code).toBe('URL_DATA_INVALID');
  });

  it('inserts anything unchanged with the option raw', () => {
    const route = new Router<null>().get('/n/{id:\\d+}', null);
    expect(route.url({ id: 'a/b c' }, { raw: true })).toBe('/n/a/b c');
  });

  it('appends a query as text unchanged', () => {
    const route = new Router<null>().get('/q', null);
    expect(route.url({}, { query: 'a%5B%5D=b+c' })).toBe('/q?a%5B%5D=b+c');
    expect(route.url({}, { query: new URLSearchParams({ q: 'é&=' }) })).toBe('/q?q=%C3%A9%26%3D');
  });

  it.each([[''], [new URLSearchParams()]])('appends no question mark for %j', (query) => {
    expect(new Router<null>().get('/q', null).url({}, { query })).toBe('/q');
  });

  it.each([[{ a: 1 }], [Object.create(null) as object]])('refuses %j as a query', (query) => {
    const error = errorOf(() => new Router<null>().get('/q', null).url({}, { query }));
    expect([error.code, error.pattern]).toEqual(['URL_QUERY_INVALID', '/q']);
  });

  it('begins with the path that the router is mounted under, unless it is relative', () => {
    const router = new Router<null>();
    const route = router.get('/a/{x}', null, { name: 'a' });
    router.mount('/m%2Fn');
    expect(router.urlFor('a', { x: 1 }, { origin: 'http://h' })).toBe('http://h/m%2Fn/a/1');
    expect(route.url({ x: 1 }, { relative: true })).toBe('/a/1');
  });

  it('prepends origin and base path to the path', () => {
    const route = new Router<null>({ basePath: '/app' }).get('/a/{x}', null);
    expect(route.url({ x: 1 })).toBe('/app/a/1');
    expect(route.url({ x: 1 }, { relative: true })).toBe('/a/1');
    expect(route.url({ x: 1 }, { origin: 'https://example.test' })).toBe(
      'https://example.test/app/a/1',
    );
  });
});

describe('a base path with placeholders or special characters', () => {
  it('is encoded in a URL, which the router finds again', () => {
    const router = new Router<null>({ basePath: '/b ü' });
    const route = router.get('/a/{x}', null);
    expect(route.url({ x: 1 })).toBe('/b%20%C3%BC/a/1');
    expect(router.dispatch('GET', route.url({ x: 1 })).kind).toBe('found');
  });

  it('adds its arguments to every route, and accepts their values for URLs', () => {
    const router = new Router<null>({ basePath: '/{lang:en|de}' });
    const route = router.get('/a/{x}', null, { name: 'a' });
    expect(route.argumentNames).toEqual(['lang', 'x']);
    expect(router.urlFor('a', { lang: 'de', x: 1 })).toBe('/de/a/1');
    expect(errorOf(() => router.urlFor('a', { x: 1 })).code).toBe('URL_DATA_MISSING');
    expect(router.urlFor('a', { x: 1 }, { relative: true })).toBe('/a/1');
  });
});

describe('Router.urlFor', () => {
  it('creates the URL of a route by its name', () => {
    const router = new Router<null>();
    router.get('/books/{id}', null, { name: 'book' });
    expect(router.urlFor('book', { id: 5 }, { query: 'a=b' })).toBe('/books/5?a=b');
  });

  it('refuses an unknown name', () => {
    expect(errorOf(() => new Router<null>().urlFor('nobody')).code).toBe('ROUTE_NAME_UNKNOWN');
  });
});

describe('Route.argumentNames', () => {
  it('are those of the longest variant, in order', () => {
    const route = new Router<null>().get('/{b}/:a[/{c:\\d}]', null);
    expect(route.argumentNames).toEqual(['b', 'a', 'c']);
  });

  it('do not include a :name that is literal', () => {
    const route = new Router<null>({ colonPlaceholders: false }).get('/{b}/:a', null);
    expect(route.argumentNames).toEqual(['b']);
  });
});
