import { describe, expect, it } from '@jest/globals';
import { found, table } from '../test/table.js';
import { Router } from './router.js';

describe('Router.dispatch', () => {
  it('prefers a route without placeholders, in any order', () => {
    const router = table(['GET /{name:[a-z]*\\d}', 'GET /new', 'GET /{name}']);
    expect(found(router, 'GET', '/new')).toEqual(['GET /new']);
    expect(found(router, 'GET', '/old')).toEqual(['GET /{name}', 'name', 'old']);
  });

  it('chooses the first registered route of those with placeholders', () => {
    const router = table(['GET /{a}/x', 'GET /{b:\\d+}/{c}']);
    expect(found(router, 'GET', '/1/x')).toEqual(['GET /{a}/x', 'a', '1']);
    expect(found(router, 'GET', '/1/y')).toEqual(['GET /{b:\\d+}/{c}', 'b', '1', 'c', 'y']);
  });

  it('keeps the arguments of the best route when a worse one is tried after it', () => {
    const router = table(['GET /{a}/{b:.+}', 'GET /x/{c}/{d}', 'GET /x/{e:\\w+}/{f:\\w+}']);
    expect(found(router, 'GET', '/x/1/2')).toEqual(['GET /{a}/{b:.+}', 'a', 'x', 'b', '1/2']);
  });

  it('serves HEAD by GET, unless a route of its own matches', () => {
    const router = table(['GET /a', 'GET /b', 'HEAD /b']);
    expect(found(router, 'HEAD', '/a')).toEqual(['GET /a']);
    expect(found(router, 'HEAD', '/b')).toEqual(['HEAD /b']);
  });

  it('serves non-standard methods by a route of any method', () => {
    const router = new Router<string>();
    router.any('/a/{x}', 'any');
    expect(router.dispatch('PURGE', '/a/1')).toMatchObject({ kind: 'found', handler: 'any' });
  });

  it('returns the allowed methods in order of registration, those of routes without placeholders first', () => {
    const router = table(['PUT /{x}', 'DELETE /a', 'PATCH /{x:\\w}', 'POST /a', 'GET /b']);
    expect(router.dispatch('GET', '/a')).toEqual({
      kind: 'method-not-allowed',
      allowed: ['DELETE', 'POST', 'PUT', 'PATCH'],
    });
  });

  it('treats OPTIONS like any other method', () => {
    expect(table(['GET /a']).dispatch('OPTIONS', '/a')).toEqual({
      kind: 'method-not-allowed',
      allowed: ['GET'],
    });
    expect(found(table(['GET /b', 'OPTIONS /b']), 'OPTIONS', '/b')).toEqual(['OPTIONS /b']);
  });

  it('matches methods case-sensitively, and registers those of HTTP in upper case', () => {
    const router = table(['get /a', 'Custom /a']);
    expect(found(router, 'GET', '/a')).toEqual(['get /a']);
    expect(found(router, 'Custom', '/a')).toEqual(['Custom /a']);
    expect(router.dispatch('get', '/a')).toEqual({
      kind: 'method-not-allowed',
      allowed: ['GET', 'Custom'],
    });
  });

  it('decodes arguments once, and never treats an escaped slash as a separator', () => {
    const router = table(['GET /a/{x}', 'GET /b/{x:.+}', 'GET /c/{x:[a-z/]+}']);
    expect(found(router, 'GET', '/a/%2F%2520%C3%BC')).toEqual(['GET /a/{x}', 'x', '/%20ü']);
    expect(found(router, 'GET', '/b/x/%252F')).toEqual(['GET /b/{x:.+}', 'x', 'x/%2F']);
    expect(router.dispatch('GET', '/b/x%2Fy/z')).toEqual({ kind: 'not-found' });
    expect(router.dispatch('GET', '/b/x%5Cy/z')).toEqual({ kind: 'not-found' });
    expect(found(router, 'GET', '/c/x/y')).toEqual(['GET /c/{x:[a-z/]+}', 'x', 'x/y']);
    expect(router.dispatch('GET', '/c/x%2Fy')).toEqual({ kind: 'not-found' });
  });

  it('matches expressions against decoded characters, and literals against the canonical path', () => {
    const router = table(['GET /{x:[a-zü ]+}', 'GET /{x}+{y}', 'GET /a b/ü']);
    expect(found(router, 'GET', '/a%20%C3%BC')).toEqual(['GET /{x:[a-zü ]+}', 'x', 'a ü']);
    expect(found(router, 'GET', '/1%2F2+3%40')).toEqual(['GET /{x}+{y}', 'x', '1/2', 'y', '3@']);
    expect(found(router, 'GET', '/a%20b/%C3%BC')).toEqual(['GET /a b/ü']);
  });

  it.each(Array.from("!$&'()*+,;=@"))(
    'divides a segment at the last %s, escaped or not',
    (character) => {
      const escape = `%${character.charCodeAt(0).toString(16)}`;
      const pattern = `/{x}${character}{y}`;
      const [, , x, , y] = found(table([`GET ${pattern}`]), 'GET', `/1${character}2${escape}3`);
      expect([x, y]).toEqual([`1${character}2`, '3']);
    },
  );

  it('adds a missing slash at the beginning, and nothing else', () => {
    const router = table(['GET /', 'GET /a', 'GET /a/', 'GET //a']);
    expect(found(router, 'GET', '')).toEqual(['GET /']);
    expect(found(router, 'GET', 'a')).toEqual(['GET /a']);
    expect(found(router, 'GET', '/a/')).toEqual(['GET /a/']);
    expect(found(router, 'GET', '//a')).toEqual(['GET //a']);
    expect(router.dispatch('GET', '/a//')).toEqual({ kind: 'not-found' });
  });

  it('finds a pattern whose leading slash comes from a prefix', () => {
    expect(found(table(['GET b/{x}'], { basePath: '/' }), 'GET', '/b/1')).toEqual([
      'GET b/{x}',
      'x',
      '1',
    ]);
  });

  it('does not match an argument of more than 1,024 decoded characters', () => {
    const router = table([
      'GET /a/{x}',
      'GET /b/{x}.{y}',
      'GET /c/{x:.+}',
      'GET /d/{x:[^/]+}-{y:\\d}',
    ]);
    for (const [path, ending] of [
      ['/a/', ''],
      ['/b/', '.z'],
      ['/c/', ''],
      ['/d/', '-1'],
    ] as const) {
      const room = path === '/d/' ? 1022 : 1024;
      expect(router.dispatch('GET', path + 'x'.repeat(room) + ending).kind).toBe('found');
      expect(router.dispatch('GET', path + '%C3%BC'.repeat(room) + ending).kind).toBe('found');
      expect(router.dispatch('GET', `${path}x${'x'.repeat(room)}${ending}`).kind).toBe('not-found');
    }
  });

  it('does not match placeholders in a path of more than 256 segments', () => {
    const router = table(['GET /{x:.+}']);
    expect(router.dispatch('GET', '/a'.repeat(256)).kind).toBe('found');
    expect(router.dispatch('GET', '/a'.repeat(257)).kind).toBe('not-found');
  });

  it.each(['/%', '/%zz', '/%E9', '/\ud800', '/\0', '/a\\b', '/%00', '/\udc2f', '/😀'])(
    'accepts any string: %j',
    (path) => {
      const router = table(['GET /{x}', 'POST /{x:.+}', 'PUT /{x:[a-z]+}-{y}']);
      expect(router.dispatch('GET', path).kind).toBe('found');
      expect(router.dispatch('POST', path).kind).toBe('found');
      expect(router.dispatch('PUT', path).kind).toBe('method-not-allowed');
    },
  );

  it('returns a broken escape unchanged', () => {
    expect(found(table(['GET /{x}']), 'GET', '/100%')).toEqual(['GET /{x}', 'x', '100%']);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
    'treats %s like any other name, of a method, a segment or an argument',
    (name) => {
      const router = table([`${name} /${name}/{${name}}`]);
      expect(found(router, name, `/${name}/${name}`)).toEqual([
        `${name} /${name}/{${name}}`,
        name,
        name,
      ]);
      expect(router.dispatch('GET', `/${name}`)).toEqual({ kind: 'not-found' });
      expect(table(['GET /a']).dispatch(name, '/a')).toEqual({
        kind: 'method-not-allowed',
        allowed: ['GET'],
      });
      expect(Object.keys(Object.prototype)).toEqual([]);
    },
  );

  it('returns arguments without inherited properties', () => {
    const result = table(['GET /{x}', 'GET /']).dispatch('GET', '/a');
    const args = result.kind === 'found' ? result.args : {};
    expect(['constructor', 'toString', '__proto__'].filter((name) => name in args)).toEqual([]);
  });

  it('returns arguments whose shared prototype cannot be changed', () => {
    const result = table(['GET /{x}']).dispatch('GET', '/a');
    const prototype: unknown = Object.getPrototypeOf(result.kind === 'found' ? result.args : {});
    expect(Object.isFrozen(prototype)).toBe(true);
  });

  it('returns the same result object for a route without placeholders', () => {
    const router = table(['GET /a']);
    expect(router.dispatch('GET', '/a')).toBe(router.dispatch('GET', '/a'));
  });
});

describe('the base path', () => {
  it('prefixes every pattern, on segment boundaries', () => {
    const router = table(['GET /a', 'GET '], { basePath: '/app' });
    expect(found(router, 'GET', '/app/a')).toEqual(['GET /a']);
    expect(found(router, 'GET', '/app')).toEqual(['GET ']);
    expect(router.dispatch('GET', '/appa')).toEqual({ kind: 'not-found' });
    expect(router.dispatch('GET', '/a')).toEqual({ kind: 'not-found' });
  });
});
