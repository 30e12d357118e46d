import { describe, expect, it } from '@jest/globals';
import { errorOf } from '../test/error-of.js';
import { found, table } from '../test/table.js';
import { Router } from './router.js';

describe('Router.mount', () => {
  it('compares the rest of a path with the patterns, and finds nothing elsewhere', () => {
    const router = mounted('/app', ['GET /', 'GET /a', 'GET ']);
    expect(found(router, 'GET', '/app/a')).toEqual(['GET /a']);
    expect(found(router, 'GET', '/app/')).toEqual(['GET /']);
    expect(found(router, 'GET', '/app')).toEqual(['GET ']);
    for (const path of ['/a', '/', '', '/appa', 'app/a', '/App/a']) {
      expect(router.dispatch('GET', path)).toEqual({ kind: 'not-found' });
      expect(router.methodsFor(path)).toEqual([]);
    }
    expect(router.dispatch('PUT', '/app/a')).toMatchObject({ kind: 'method-not-allowed' });
    expect(router.methodsFor('/app/a')).toEqual(['GET', 'HEAD']);
  });

  it('adds no slash to the rest', () => {
    const router = mounted('/app/', ['GET /a', 'GET {x}.html']);
    expect(router.dispatch('GET', '/app/a').kind).toBe('not-found');
    expect(found(router, 'GET', '/app//a')).toEqual(['GET /a']);
    expect(found(router, 'GET', '/app/i.html')).toEqual(['GET {x}.html', 'x', 'i']);
  });

  it('prepends its trailing slash to patterns that are registered later', () => {
    const router = mounted('/app/', []);
    expect(router.get('a', null as never).pattern).toBe('a');
    expect(router.dispatch('GET', '/app/a').kind).toBe('found');
    expect(router.explain('GET', '/app/a')).toMatchObject([{ outcome: 'found' }]);
  });

  it('still expects a slash before patterns below a path without one at its end', () => {
    const router = mounted('/app', []);
    expect(errorOf(() => router.get('a', null as never)).code).toBe('PATTERN_UNREACHABLE');
  });

  it('treats a colon inside a segment as text', () => {
    const router = mounted('/a:b', ['GET /x']);
    expect(found(router, 'GET', '/a:b/x')).toEqual(['GET /x']);
  });

  it('treats any escape as text', () => {
    const router = mounted('/a%2Fb%7Bc%7D', ['GET /x']);
    expect(found(router, 'GET', '/a%2Fb%7Bc%7D/x')).toEqual(['GET /x']);
  });

  it('serves routes from before and after, always under the last base path', () => {
    const router = mounted('/a', ['GET /x']);
    router.get('/y', 'later');
    router.mount('/b');
    expect(found(router, 'GET', '/b/x')).toEqual(['GET /x']);
    expect(found(router, 'GET', '/b/y')).toEqual(['later']);
    router.mount('');
    expect(found(router, 'GET', '/y')).toEqual(['later']);
  });

  it('explains why a path outside does not match', () => {
    expect(mounted('/app', ['GET /a']).explain('GET', '/b/a')).toMatchObject([
      { outcome: 'path', reason: '"/b/a" does not begin with the base path "/app"' },
    ]);
    expect(mounted('/app', ['GET /a']).explain('GET', '/app/a')).toMatchObject([
      { outcome: 'found' },
    ]);
  });

  it.each(['app', '/{x}', '/a[/b]', '/:x', '{x}'])('refuses %s', (path) => {
    const mount = (): void => {
      new Router<null>().mount(path);
    };
    expect(errorOf(mount).code).toBe('BASE_PATH_INVALID');
  });
});

function mounted(path: string, lines: readonly string[]): Router<string> {
  const router = table(lines);
  router.mount(path);
  return router;
}
