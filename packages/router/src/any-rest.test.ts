import { describe, expect, it } from '@jest/globals';
import { Router } from './index.js';

const ODD: readonly (readonly [what: string, rest: string])[] = [
  ['a line feed', 'a%0Ab'],
  ['a line feed at its end', 'a%0A'],
  ['another line separator', 'a%0D%E2%80%A8'],
  ['1,025 characters', 'x'.repeat(1025)],
  ['8,000 characters', '%C3%BC/'.repeat(8000 / 7)],
  ['257 segments', 'a/'.repeat(257)],
  ['an escaped slash', 'a%2Fb'],
  ['an escaped backslash', 'a%5Cb'],
];

/** A mount at /m after the routes of these patterns. */
function mounted(patterns: readonly string[] = [], escapedSlashes = true): Router<string> {
  const router = new Router<string>();
  for (const pattern of patterns) {
    const [methods = '', path = ''] = pattern.split(' ');
    router.add(methods.split('|'), path, pattern);
  }
  router.add(['*'], '/m[/{path:.*}]', 'mount', { inOrder: true, escapedSlashes });
  return router;
}

function outcome(router: Router<string>, method: string, path: string): unknown {
  const result = router.dispatch(method, path);
  return result.kind === 'found' ? result.handler : result.kind;
}

describe('a route inOrder', () => {
  it.each(ODD)('matches a rest with %s', (_what, rest) => {
    const router = mounted(['GET /m/b/{rest:.*}', 'GET /m/x-{a}/{b}']);
    const result = router.dispatch('GET', `/m/${rest}`);
    expect(result).toMatchObject({ handler: 'mount', args: { path: decodeURIComponent(rest) } });
    expect(router.methodsFor(`/m/${rest}`)).toEqual(['*']);
    router.mount('/b');
    expect(outcome(router, 'PURGE', `/b/m/${rest}`)).toBe('mount');
  });

  it.each(ODD.slice(0, -2))(
    'matches a rest with %s without escapedSlashes, but no escaped separator',
    (_what, rest) => {
      const router = mounted([], false);
      expect(outcome(router, 'GET', `/m/${rest}`)).toBe('mount');
      expect(outcome(router, 'GET', `/m/${rest}%2F`)).toBe('not-found');
      expect(outcome(router, 'GET', `/m/${rest}%5C`)).toBe('not-found');
    },
  );

  it.each(ODD.filter(([what]) => !what.startsWith('another')))(
    'gets no path with %s that an earlier route refuses only because of it',
    (_what, rest) => {
      const guards = ['/m/a[/{rest:.*}]', '/m/{first}/{rest:.+}', '/m/{first:[a-z]}/{rest:.+}'];
      for (const guard of guards) {
        const router = mounted([`GET|POST ${guard}`]);
        router.any('/{rest:.*}', 'later', { escapedSlashes: true });
        for (const method of ['GET', 'POST', 'HEAD']) {
          expect([guard, outcome(router, method, `/m/a/${rest}`)]).toEqual([guard, 'not-found']);
        }
        expect([guard, outcome(router, 'PUT', `/m/a/${rest}`)]).toEqual([guard, 'mount']);
        const explained = router.explain('GET', `/m/a/${rest}`);
        expect(explained.map((each) => each.outcome)).toEqual(['path', 'path', 'path']);
        expect(explained[1]?.reason).toContain('but so would an earlier route');
      }
      const anyMethod = mounted(['* /m/a/{rest:.*}']);
      expect(outcome(anyMethod, 'PURGE', `/m/a/${rest}`)).toBe('not-found');
    },
  );

  it.each(['* /m/{id}', 'HEAD|GET /m/{id}', 'GET /m/{id}'])(
    'gets no path that %s, registered earlier, matches, although a later route of the method matches it too',
    (guard) => {
      const router = mounted([guard]);
      router.add(['GET', 'POST'], '/{a}/{b}', 'later');
      router.add(['HEAD'], '/{a}/{b:.+}', 'later for HEAD');
      const earlier = ['GET', 'HEAD'].map((method) => outcome(router, method, '/m/1'));
      expect(earlier).toEqual([guard, guard]);
      expect(outcome(router, 'POST', '/m/1')).toBe(guard.startsWith('*') ? guard : 'mount');
      expect(outcome(router, 'GET', '/m/1/2')).toBe('mount');
      expect(outcome(router, 'HEAD', '/m/1/2')).toBe('mount');
    },
  );

  it('gets no path that an earlier mount refuses, nor one with an argument that is too long', () => {
    const router = new Router<string>();
    router.add(['*'], '/m/a[/{path:.*}]', 'guard', { inOrder: true });
    router.get('/m/{id}/edit', 'edit');
    router.get('/m/{name}.{type}', 'file');
    router.add(['*'], '/m[/{path:.*}]', 'mount', { inOrder: true, escapedSlashes: true });
    const long = 'x'.repeat(1025);
    const seen = ['a/b%2Fc', `${long}/edit`, `${long}.js`, 'b/b%2Fc', `${long}/view`, long];
    expect(seen.map((rest) => outcome(router, 'GET', `/m/${rest}`))).toEqual([
      ...['not-found', 'not-found', 'not-found', 'mount', 'mount', 'mount'],
    ]);
  });
});
