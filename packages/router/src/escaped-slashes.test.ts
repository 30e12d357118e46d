import { expect, it } from '@jest/globals';
import { Router } from './router.js';

function args(router: Router<string>, path: string): unknown {
  const result = router.dispatch('GET', path);
  return result.kind === 'found' ? { ...result.args } : result.kind;
}

it.each(['.+', '.*', '[a-z/]+', '[^x]+', '(?:[a-z]|/)+', '\\S+'])(
  'a placeholder {p:%s} takes an escaped slash only with the option, and decodes it once',
  (expression) => {
    const router = new Router<string>();
    router.get(`/strict/{p:${expression}}`, 'h');
    router.get(`/lenient/{p:${expression}}`, 'h', { escapedSlashes: true });
    for (const escape of ['%2F', '%2f']) {
      expect(args(router, `/strict/a${escape}b/c`)).toBe('not-found');
      expect(args(router, `/lenient/a${escape}b/c`)).toEqual({ p: 'a/b/c' });
    }
    expect(args(router, '/strict/a/b')).toEqual({ p: 'a/b' });
    expect(args(router, '/lenient/a/b')).toEqual({ p: 'a/b' });
  },
);

it('an escaped backslash and a doubly escaped slash follow the same rule: one level is decoded', () => {
  const router = new Router<string>();
  router.get('/strict/{p:.+}', 'h');
  router.get('/lenient/{p:.+}', 'h', { escapedSlashes: true });
  expect(args(router, '/strict/a%5Cb')).toBe('not-found');
  expect(args(router, '/lenient/a%5Cb')).toEqual({ p: 'a\\b' });
  expect(args(router, '/strict/a%252Fb')).toEqual({ p: 'a%2Fb' });
  expect(args(router, '/lenient/a%252Fb')).toEqual({ p: 'a%2Fb' });
});

it('the option never makes an escaped slash a literal of the pattern', () => {
  const router = new Router<string>();
  router.get('/{p:.+}/edit', 'h', { escapedSlashes: true });
  expect(args(router, '/a%2Fb/edit')).toEqual({ p: 'a/b' });
  expect(args(router, '/a%2Fedit')).toBe('not-found');
});

it('a placeholder of one segment takes escaped separators, beside a spanning one too', () => {
  const router = new Router<string>();
  router.get('/a/{x}', 'h');
  router.get('/b/{x:[^/]+}-{y:.*}', 'h');
  router.get('/c/{x:[^/]+(?=/z)}/{y}', 'h');
  expect(args(router, '/a/1%2F%5C')).toEqual({ x: '1/\\' });
  expect(args(router, '/b/1%2F-2/3')).toEqual({ x: '1/', y: '2/3' });
  expect(args(router, '/b/1-2%2F3')).toBe('not-found');
  expect(args(router, '/c/1%2F/z')).toEqual({ x: '1/', y: 'z' });
});

it('a route without the option does not hide one with it', () => {
  const router = new Router<string>();
  router.get('/{p:.+}', 'strict');
  router.get('/{q:.+}', 'lenient', { escapedSlashes: true });
  expect(args(router, '/a/b')).toEqual({ p: 'a/b' });
  expect(args(router, '/a%2Fb')).toEqual({ q: 'a/b' });
});

it('groups have the option for their routes, which can override it', () => {
  const router = new Router<string>();
  router.group(
    '/g',
    (group) => {
      group.get('/a/{p:.+}', 'h');
      group.get('/b/{p:.+}', 'h', { escapedSlashes: false });
      group.group('/c', (inner) => inner.get('/{p:.+}', 'h'));
      group.group('/d', (inner) => inner.get('/{p:.+}', 'h'), { escapedSlashes: false });
    },
    { escapedSlashes: true },
  );
  expect(['a', 'b', 'c', 'd'].map((name) => args(router, `/g/${name}/1%2F2`))).toEqual([
    { p: '1/2' },
    'not-found',
    { p: '1/2' },
    'not-found',
  ]);
});

it('explain() names the option', () => {
  const router = new Router<string>();
  router.get('/{p:.+}', 'h');
  expect(router.explain('GET', '/a%2Fb')[0]?.reason).toBe(
    '"a%2Fb" at 1 does not match ([^\\n]{1,}) without %2F, %5C (see escapedSlashes)',
  );
});
