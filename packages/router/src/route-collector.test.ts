import { describe, expect, it } from '@jest/globals';
import { expectTypeOf } from 'expect-type';
import type { RouteArgs } from './route-args.js';
import { Router } from './router.js';

describe('RouteCollector', () => {
  it.each(['get', 'post', 'put', 'patch', 'delete', 'options', 'query'] as const)(
    'registers %s for its method',
    (name) => {
      expect(new Router<null>()[name]('/', null).methods).toEqual([name.toUpperCase()]);
    },
  );

  it.each(['get', 'post', 'put', 'patch', 'delete', 'options', 'query', 'any'] as const)(
    'registers %s with its pattern, handler and options, even in a group',
    (name) => {
      const metadata = { role: 'admin' };
      const router = new Router<string>();
      router[name]('/a', 'h', { name: 'a', metadata });
      router.group('/g', (group) => group[name]('/a', 'i', { name: 'ga', metadata }));
      expect(router.routes()).toMatchObject([
        { pattern: '/a', handler: 'h', name: 'a', metadata },
        { pattern: '/g/a', handler: 'i', name: 'ga', metadata },
      ]);
      expect(router.routes()[1]?.methods).toEqual([name === 'any' ? '*' : name.toUpperCase()]);
    },
  );

  it('returns a list of its routes that can be changed', () => {
    const router = new Router<null>();
    router.get('/a', null);
    (router.routes() as unknown[]).pop();
    expect(router.routes()).toHaveLength(1);
  });

  it('prepends the prefixes of groups to a pattern unchanged, at any depth', () => {
    const router = new Router<string>();
    router.group('/api', (api) => {
      api.group('/library', (library) => {
        const route = library.get('/books/:id', 'book');
        expectTypeOf(route.pattern).toEqualTypeOf<'/api/library/books/:id'>();
        expectTypeOf<RouteArgs<typeof route.pattern>>().toEqualTypeOf<{ readonly id: string }>();
      });
      api.group('/v{version:\\d}', (version) => {
        version.group('', (same) => same.get('', 'version'));
      });
      api.get('', 'api');
    });
    const patterns = router.routes().map(({ pattern }) => pattern);
    expect(patterns).toEqual(['/api/library/books/:id', '/api/v{version:\\d}', '/api']);
    expect(router.dispatch('GET', '/api/v2')).toMatchObject({ kind: 'found', handler: 'version' });
  });

  it('inherits metadata, with inner values overriding outer ones key by key', () => {
    const router = new Router<null>();
    router.group(
      '/a',
      (outer) => {
        outer.group('/b', (inner) => inner.get('/c', null, { metadata: { role: 'admin' } }), {
          metadata: { area: 'b' },
        });
        outer.get('/d', null);
      },
      { metadata: { area: 'a', role: 'user' } },
    );
    expect(router.routes().map(({ metadata }) => metadata)).toEqual([
      { area: 'b', role: 'admin' },
      { area: 'a', role: 'user' },
    ]);
  });
});
