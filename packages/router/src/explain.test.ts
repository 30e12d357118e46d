import { describe, expect, it } from '@jest/globals';
import { Router } from './router.js';

describe('Router.explain', () => {
  const router = new Router<null>();
  for (const pattern of [
    '/',
    '/books',
    '/books/{id:\\d+}[/{format}]',
    '/{area}/{id}',
    '/{area}/{id}/edit',
  ]) {
    router.get(pattern, null);
  }
  router.post('/books/{id}', null);

  it('says for each route why it does or does not match', () => {
    const explained = router
      .explain('GET', '/books/12')
      .map(({ outcome, reason }) => [outcome, reason]);
    expect(explained).toEqual([
      ['path', 'the pattern ends before "books/12" at 1'],
      ['path', 'the pattern ends before "/12" at 6'],
      ['found', 'matches, and comes first'],
      ['later', 'matches, but comes after "/books/{id:\\d+}[/{format}]"'],
      ['path', '"" at 9 does not begin with "/edit"'],
      ['method', 'serves POST, not GET'],
    ]);
  });

  it('has the route of each explanation, in order, whatever its outcome', () => {
    for (const [method, path] of [
      ['GET', '/books/12'],
      ['PUT', '/nowhere/at/all'],
      ['GET', `/${'x'.repeat(1025)}/1`],
    ] as const) {
      expect(router.explain(method, path).map(({ route }) => route)).toEqual(router.routes());
    }
    router.mount('/shop');
    const outside = router.explain('GET', '/books/12');
    router.mount('');
    expect(outside.map(({ route }) => route)).toEqual(router.routes());
    expect(new Set(outside.map(({ outcome, reason }) => `${outcome}: ${reason}`))).toEqual(
      new Set(['path: "/books/12" does not begin with the base path "/shop"']),
    );
  });

  it('says of a later route that it matches if it serves every method, or HEAD by GET', () => {
    const several = new Router<null>();
    several.put('/{a}', null);
    several.add('*', '/{b}', null);
    several.get('/{c}', null);
    const outcomes = (method: string) =>
      several.explain(method, '/x').map(({ outcome }) => outcome);
    expect(outcomes('PUT')).toEqual(['found', 'later', 'method']);
    expect(outcomes('HEAD')).toEqual(['method', 'later', 'found']);
    expect(outcomes('PURGE')).toEqual(['method', 'found', 'method']);
    expect(outcomes('GET')).toEqual(['method', 'later', 'found']);
  });

  it('names the expression that refuses a segment', () => {
    expect(router.explain('GET', '/books/x')[2]).toMatchObject({
      outcome: 'path',
      reason: '"x" at 7 does not match (\\d{1,})',
    });
  });

  it('names an empty segment', () => {
    expect(router.explain('GET', '//1')[3]).toMatchObject({
      reason: '"" at 1 is an empty segment',
    });
  });

  it('says that a star is literal, unlike in other routers', () => {
    const foreign = new Router<null>();
    for (const pattern of ['/files/x*', '/Files']) foreign.get(pattern, null);
    const reasons = foreign.explain('GET', '/files/a').map(({ reason }) => reason);
    expect(reasons.map((reason) => /write (\{.*\})/.exec(reason)?.[1])).toEqual([
      '{path:.+}',
      undefined,
    ]);
  });

  it('reports an argument that is too long', () => {
    const { outcome, reason } = router.explain('GET', `/${'x'.repeat(1025)}/1`)[3] ?? {};
    expect([outcome, reason]).toEqual([
      'path',
      'would match, but the path or an argument is too long',
    ]);
  });

  it('compares the path with the pattern below the base path of the router', () => {
    const based = new Router<null>({ basePath: '/api' });
    based.get('/books', null);
    const outcomes = ['/api/books', '/books'].map((path) => based.explain('GET', path)[0]?.outcome);
    expect(outcomes).toEqual(['found', 'path']);
  });

  it('agrees with dispatch about HEAD', () => {
    const outcomes = router.explain('HEAD', '/books').map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['path', 'found', 'path', 'path', 'path', 'path']);
  });

  it('says of a route of any method that it comes later', () => {
    const any = new Router<null>();
    any.get('/a/{x}', null);
    any.any('/a/{y}', null);
    any.any('/{z}/{y}', null);
    expect(any.explain('GET', '/a/1').map(({ outcome }) => outcome)).toEqual([
      'found',
      'later',
      'later',
    ]);
    expect(any.explain('PUT', '/a/1').map(({ outcome }) => outcome)).toEqual([
      'method',
      'found',
      'later',
    ]);
  });

  it('gives the reason of the variant that matches furthest, or of the shorter one', () => {
    const optional = new Router<null>();
    optional.get('/a[/{n:\\d+}[/b]]', null);
    optional.get('/f/{x:[a-z/]+}', null);
    const reasons = ['/x', '/a/', '/a/1/c', '/a/1/', '/a/1/bc', '/f/A/b'].map((path) =>
      optional.explain('GET', path).map(({ reason }) => reason),
    );
    expect(reasons).toEqual([
      ['"/x" at 0 does not begin with "/a"', '"/x" at 0 does not begin with "/f/"'],
      ['"" at 3 does not match (\\d{1,})', '"/a/" at 0 does not begin with "/f/"'],
      ['the pattern ends before "/c" at 4', '"/a/1/c" at 0 does not begin with "/f/"'],
      ['the pattern ends before "/" at 4', '"/a/1/" at 0 does not begin with "/f/"'],
      ['the pattern ends before "c" at 6', '"/a/1/bc" at 0 does not begin with "/f/"'],
      [
        '"/f/A/b" at 0 does not begin with "/a"',
        '"A/b" at 3 does not match ([a-z\\/]{1,}) without %2F, %5C (see escapedSlashes)',
      ],
    ]);
  });

  it('says of a GET route that comes later that it serves HEAD', () => {
    const outcomes = router.explain('HEAD', '/books/12').map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['path', 'path', 'found', 'later', 'path', 'method']);
  });
});
