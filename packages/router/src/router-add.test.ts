import { describe, expect, it } from '@jest/globals';
import { errorOf } from '../test/error-of.js';
import { found, table } from '../test/table.js';
import { Router } from './router.js';

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
    expect([error.code, error.pattern]).toEqual(['ROUTE_DUPLICATE', second.split(' ')[1]]);
    for (const route of [first, second]) expect(error.message).toContain(route.split(' ')[1]);
  });

  it.each([
    ['GET /{x}', 'GET /a'],
    ['GET /{x:.*}', 'GET /a/b'],
    ['GET /{x:[a-z]+}/b[/c]', 'GET /a/b/c'],
    ['GET /{x:a b}', 'GET /a b'],
  ])('refuses an unreachable route, naming both: %s before %s', (first, second) => {
    const error = errorOf(() => table([first, second]));
    expect([error.code, error.pattern]).toEqual(['ROUTE_SHADOWED', second.slice(4)]);
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

  it.each([
    [['/a', '/b'], 'an array'],
    [/^\/a$/, 'an instance of RegExp'],
    [undefined, 'undefined'],
  ])('refuses %p in place of a pattern, even in a group', (pattern: unknown, received) => {
    const router = new Router<null>();
    const add = (): unknown => router.get(pattern as string, null);
    const addInGroup = (): void => {
      router.group('/g', (group) => void group.get(pattern as string, null));
    };
    for (const { code, message } of [errorOf(add), errorOf(addInGroup)]) {
      expect(code).toBe('PATTERN_SYNTAX');
      expect(message).toContain(`invalid pattern: received ${received}; expected a string such as`);
    }
    expect(router.routes()).toEqual([]);
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

  it.each(['a', 'b/{x}', 'b[/{x}]', 'x{y}', 'x*'])(
    'refuses %s, which no path matches',
    (pattern) => {
      const { code, index, message } = errorOf(() => new Router<null>().get(pattern, null));
      expect([code, index]).toEqual(['PATTERN_UNREACHABLE', 0]);
      expect(message.split('\n').slice(1)).toEqual([`  ${pattern}`, '  ^']);
    },
  );

  it.each([
    ['*', 0],
    ['/*', 1],
    ['/files/*', 7],
    ['/files/**', 7],
    ['/a/*/b', 3],
    ['/a[/*]', 4],
    ['/a/*[/b]', 3],
    ['/{a:x*}/{b}/*', 12],
  ])('refuses the wildcard of %s, and says what to write', (pattern, at) => {
    const { code, index, message } = errorOf(() => new Router<null>().get(pattern, null));
    expect([code, index]).toEqual(['PATTERN_SYNTAX', at]);
    expect(message).toContain('write {path:.+} for the rest of the path');
  });

  it.each([
    ['/*splat', 1, '*splat', 'splat'],
    ['/files/*path', 7, '*path', 'path'],
    ['/files/**rest', 7, '**rest', 'rest'],
    ['/files[/*path]', 8, '*path', 'path'],
    ['/{a:x*}/*path.{b}', 8, '*path', 'path'],
    ['/(.*)', 1, '(.*)', 'path'],
    ['/files/(.*)', 7, '(.*)', 'path'],
    ['/files(.+)', 6, '(.+)', 'path'],
    ['/{a:(?:.*)}/(.*)', 12, '(.*)', 'path'],
  ])('refuses the wildcard of %s by its name', (pattern, at, written, name) => {
    const { code, index, message } = errorOf(() => new Router<null>().get(pattern, null));
    expect([code, index]).toEqual(['PATTERN_SYNTAX', at]);
    expect(message).toContain(
      `"${written}" is text here, not a wildcard; write {${name}:.+} for the rest of the path`,
    );
  });

  it.each(['/a(*)', '/{a:(?:.*)}', '/a.*', '/x*path', '/{a}*path'])(
    'accepts %s, that is not a wildcard of another router',
    (pattern: string) => {
      expect(new Router<null>().get(pattern, null).pattern).toBe(pattern);
    },
  );

  it('refuses the named wildcard of a group', () => {
    const error = errorOf(() => {
      new Router<null>().group('/files/*rest', (group) => group.get('/x', null));
    });
    expect([error.code, error.index]).toEqual(['PATTERN_SYNTAX', 7]);
  });

  it.each(['/a*', '/*a', '/a/*.js', '/{a}*', '/{a:.*}', '/{star:\\*}', '/***', '/{a}*{b}'])(
    'accepts %s, whose star is not a whole segment',
    (pattern: string) => {
      expect(new Router<null>().get(pattern, null).pattern).toBe(pattern);
    },
  );

  it('refuses a wildcard that a group and its route make together', () => {
    new Router<null>().group('/a/', (group) => {
      expect(errorOf(() => group.get('*', null)).code).toBe('PATTERN_SYNTAX');
    });
  });

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

  it('names the pattern without the base path if the method or the name is refused', () => {
    const router = new Router<null>({ basePath: '/base' });
    const route = router.get('/a', null, { name: 'a' });
    const refused = [
      errorOf(() => router.add([], '/b', null)),
      errorOf(() => router.get('/b', null, { name: 'a' })),
    ];
    expect(refused.map(({ pattern }) => pattern)).toEqual(['/b', '/b']);
    expect(errorOf(() => route.url({}, { query: {} })).pattern).toBe('/a');
  });

  it('refuses half of a surrogate pair', () => {
    expect(errorOf(() => new Router<null>().get('/a\ud800{x}', null)).index).toBe(2);
  });
});
