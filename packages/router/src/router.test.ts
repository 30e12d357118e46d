import { describe, expect, it } from '@jest/globals';
import { errorOf } from '../test/error-of.js';
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

  it('handles OPTIONS itself only if configured', () => {
    expect(table(['GET /a']).dispatch('OPTIONS', '/a')).toEqual({
      kind: 'method-not-allowed',
      allowed: ['GET'],
    });
    const router = table(['GET /a', 'POST /{x}', 'OPTIONS /b'], { automaticOptions: true });
    expect(router.dispatch('OPTIONS', '/a')).toEqual({
      kind: 'options',
      allowed: ['GET', 'POST', 'OPTIONS'],
    });
    expect(found(router, 'OPTIONS', '/b')).toEqual(['OPTIONS /b']);
    expect(router.dispatch('OPTIONS', '/x/y')).toEqual({ kind: 'not-found' });
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
    expect(found(router, 'GET', '/b/x%2Fy/z')).toEqual(['GET /b/{x:.+}', 'x', 'x/y/z']);
    expect(found(router, 'GET', '/c/x/y')).toEqual(['GET /c/{x:[a-z/]+}', 'x', 'x/y']);
    expect(router.dispatch('GET', '/c/x%2Fy')).toEqual({ kind: 'not-found' });
  });

  it('matches expressions against decoded characters, and literals against the canonical path', () => {
    const router = table(['GET /{x:[a-zü ]+}', 'GET /{x}+{y}', 'GET /a b/ü']);
    expect(found(router, 'GET', '/a%20%C3%BC')).toEqual(['GET /{x:[a-zü ]+}', 'x', 'a ü']);
    expect(found(router, 'GET', '/1%2B2+3%2B4')).toEqual(['GET /{x}+{y}', 'x', '1+2', 'y', '3+4']);
    expect(found(router, 'GET', '/a%20b/%C3%BC')).toEqual(['GET /a b/ü']);
    expect(router.dispatch('GET', '/1%2B2')).toEqual({ kind: 'not-found' });
  });

  it.each(Array.from("!$&'()*+,;=@"))(
    'divides a segment at %s, but not at its escape',
    (character) => {
      const escape = `%${character.charCodeAt(0).toString(16)}`;
      const pattern = `/{x}${character}{y}`;
      const [, , x, , y] = found(table([`GET ${pattern}`]), 'GET', `/1${character}2${escape}3`);
      expect([x, y]).toEqual(['1', `2${character}3`]);
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

  it('returns the same result object for a route without placeholders', () => {
    const router = table(['GET /a']);
    expect(router.dispatch('GET', '/a')).toBe(router.dispatch('GET', '/a'));
  });
});

describe('Router.add', () => {
  it('creates one route for all its methods', () => {
    const router = new Router<string>();
    const route = router.add(['GET', 'post', 'GET'], '/a/{x}', 'h');
    expect(route.methods).toEqual(['GET', 'POST']);
    expect(router.dispatch('GET', '/a/1')).toMatchObject({ route });
    expect(router.dispatch('POST', '/a/1')).toMatchObject({ route });
  });

  it.each([
    ['GET /a', 'GET /a'],
    ['GET /a/{x}', 'GET /a/:y'],
    ['GET /{x:\\d+}', 'GET /{y:\\d+}'],
    ['GET /{x:.+}', 'GET /{y:.+}'],
    ['GET /{a}-{b}', 'GET /{c}-{d}'],
    ['GET /a[/b]', 'GET /a/b'],
    ['* /a', '* /a'],
  ])('refuses duplicates, naming both: %s and %s', (first, second) => {
    const error = errorOf(() => table([first, second]));
    expect(error.code).toBe('ROUTE_DUPLICATE');
    for (const route of [first, second]) expect(error.message).toContain(route.split(' ')[1]);
  });

  it.each([
    ['GET /{x}', 'GET /a'],
    ['GET /{x:.*}', 'GET /a/b'],
    ['GET /{x:[a-z]+}/b[/c]', 'GET /a/b/c'],
    ['GET /{x:a b}', 'GET /a b'],
  ])('refuses an unreachable route, naming both: %s before %s', (first, second) => {
    const error = errorOf(() => table([first, second]));
    expect(error.code).toBe('ROUTE_SHADOWED');
    const [before, after] = [first, second].map((route) => `GET "${route.slice(4)}"`);
    expect(error.message).toContain(`register ${after} before ${before}`);
  });

  it('recognizes the methods of HTTP in any case, including QUERY', () => {
    const { methods } = new Router<null>().add(['query', 'Get', 'purge'], '/', null);
    expect(methods).toEqual(['QUERY', 'GET', 'purge']);
  });

  it('accepts the same pattern under another method', () => {
    expect(table(['GET /{x}', 'POST /a', 'POST /{x}', '* /a']).routes()).toHaveLength(4);
  });

  it('registers nothing for a refused route', () => {
    const router = table(['POST /a/{x}']);
    errorOf(() => router.add(['GET', 'POST'], '/a[/{y}]', 'h', { name: 'a' }));
    expect(router.dispatch('GET', '/a/1')).toEqual({
      kind: 'method-not-allowed',
      allowed: ['POST'],
    });
    expect(router.dispatch('GET', '/a')).toEqual({ kind: 'not-found' });
    expect(router.routes()).toHaveLength(1);
    expect(errorOf(() => router.urlFor('a')).code).toBe('ROUTE_NAME_UNKNOWN');
  });

  it('accepts any number of routes after it has dispatched', () => {
    const router = new Router<string>();
    const patterns = Array.from({ length: 400 }, (_, i) => `/${i % 7}res${i}/{x}/end${i}`);
    for (const [i, pattern] of patterns.entries()) {
      expect(router.dispatch('GET', pattern).kind).toBe('not-found');
      router.get(pattern, pattern);
      const earlier = patterns[i >> 1] as string;
      expect(found(router, 'GET', earlier.replace('{x}', 'v'))).toEqual([earlier, 'x', 'v']);
    }
    expect(router.routes()).toHaveLength(400);
  });

  it.each(['a', 'b/{x}', 'b[/{x}]', 'x{y}', '*'])(
    'refuses %s, which no path matches',
    (pattern) => {
      const { code, index, message } = errorOf(() => new Router<null>().get(pattern, null));
      expect([code, index]).toEqual(['PATTERN_UNREACHABLE', 0]);
      expect(message.split('\n').slice(1)).toEqual([`  ${pattern}`, '  ^']);
    },
  );

  it.each(['', '[/a]', '[a]', '{x}', '{x:.+}', ':x', '[{x}]'])(
    'accepts %j, of which one variant is empty or begins with a slash or a placeholder',
    (pattern: string) => {
      expect(new Router<null>().get(pattern, null).pattern).toBe(pattern);
    },
  );

  it('refuses a pattern that cannot match with all of its prefixes', () => {
    const router = new Router<null>();
    router.group('api', (api) => {
      const error = errorOf(() => api.get('/books', null));
      expect([error.code, error.pattern]).toEqual(['PATTERN_UNREACHABLE', 'api/books']);
    });
    router.group('/', (root) => {
      expect(root.get('books', null).pattern).toBe('/books');
    });
  });

  it.each([[[]], [''], ['G ET'], [['GET', 'A/B']]])(
    'refuses %j as methods, naming the pattern',
    (methods) => {
      const { code, pattern, message } = errorOf(() => new Router<null>().add(methods, '/a', null));
      expect([code, pattern]).toEqual(['METHOD_INVALID', '/a']);
      expect(message).toContain('"/a"');
    },
  );

  it('refuses the name of another route, naming both', () => {
    const router = new Router<null>();
    router.get('/a', null, { name: 'home' });
    const error = errorOf(() => router.get('/b', null, { name: 'home' }));
    expect(error.code).toBe('ROUTE_NAME_TAKEN');
    expect(error.message).toMatch(/"\/b".*"\/a"/);
  });

  it('refuses half of a surrogate pair', () => {
    expect(errorOf(() => new Router<null>().get('/a\ud800{x}', null)).index).toBe(2);
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
