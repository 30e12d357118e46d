import { describe, expect, it } from '@jest/globals';
import { errorOf } from '../../test/error-of.js';
import { found, table } from '../../test/table.js';
import { Router } from '../router.js';

/** Literals that share beginnings, in every order in which one of them can split the others. */
const WORDS = ['abc', 'abd', 'ab', 'a', 'abcd', 'x', 'xyz', 'y', 'z', 'b', '%C3%A9', '%C3%A8'];

describe('literals behind a placeholder', () => {
  const orders = WORDS.map((_, start) => [...WORDS.slice(start), ...WORDS.slice(0, start)]);

  it.each([...orders, WORDS.toReversed()].map((words) => [words.join(' '), words] as const))(
    'are all found, and nothing else, when registered in the order %s',
    (_order, words) => {
      const router = new Router<string>();
      for (const [count, word] of words.entries()) {
        router.get(`/{id}/${decodeURIComponent(word)}`, word);
        for (const known of words.slice(0, count + 1)) {
          expect(found(router, 'GET', `/7/${known}`)).toEqual([known, 'id', '7']);
        }
        for (const other of [
          '',
          'abcde',
          'xy',
          'aa',
          '%C3',
          'é',
          '\u0141',
          ...words.slice(count + 1),
        ]) {
          expect(router.dispatch('GET', `/7/${other}`).kind).toBe('not-found');
        }
      }
    },
  );

  it('lead to different routes beside a placeholder, the first registered first', () => {
    const router = table(['GET /{a}/ab{x}', 'GET /{a}/{b}', 'GET /{a}/abc/d', 'GET /{a}/abd']);
    expect(found(router, 'GET', '/1/abd')).toEqual(['GET /{a}/ab{x}', 'a', '1', 'x', 'd']);
    expect(found(router, 'GET', '/1/ab')).toEqual(['GET /{a}/{b}', 'a', '1', 'b', 'ab']);
    expect(found(router, 'GET', '/1/abc/d')).toEqual(['GET /{a}/abc/d', 'a', '1']);
  });
});

describe('placeholders at the same place', () => {
  const lines = [
    'GET /a/{x}-{y}',
    'GET /a/{n:\\d+}',
    'GET /a/{any}',
    'GET /a/{rest:.+}',
    'GET /a/{n:\\d+}/end',
    'GET /a/{other}/end',
    'GET /a/{rest:.+}/last',
  ];

  it.each([
    ['/a/1-2', 'GET /a/{x}-{y}', ['x', '1', 'y', '2']],
    ['/a/12', 'GET /a/{n:\\d+}', ['n', '12']],
    ['/a/b', 'GET /a/{any}', ['any', 'b']],
    ['/a/b/c', 'GET /a/{rest:.+}', ['rest', 'b/c']],
    ['/a/1/end', 'GET /a/{rest:.+}', ['rest', '1/end']],
  ])('are tried in the order of registration: %s', (path, line, args) => {
    expect(found(table(lines), 'GET', path)).toEqual([line, ...args]);
  });

  it.each([
    ['/a/1/end', 'GET /a/{n:\\d+}/end', ['n', '1']],
    ['/a/b/end', 'GET /a/{other}/end', ['other', 'b']],
    ['/a/b/c/last', 'GET /a/{rest:.+}/last', ['rest', 'b/c']],
  ])('lead to what is behind them: %s', (path, line, args) => {
    expect(found(table(lines.filter((each) => !each.endsWith('{rest:.+}'))), 'GET', path)).toEqual([
      line,
      ...args,
    ]);
  });

  it('share their nodes whatever their names are, so that a twin is refused', () => {
    for (const line of lines) {
      const twin = line.replaceAll(/\{(\w+)/g, '{other_$1');
      const { code, message } = errorOf(() => table([...lines, twin]));
      expect(code).toBe('ROUTE_DUPLICATE');
      expect(message).toContain(`GET "${line.slice(4)}", which was registered earlier`);
    }
  });
});

describe('the methods of a path', () => {
  it('are each named once, even with several routes for each', () => {
    const router = table(['GET /a', 'POST /a', 'GET /b', 'POST /b', 'GET /{x}', 'POST /{y:\\w+}']);
    expect(router.dispatch('PUT', '/a')).toEqual({
      kind: 'method-not-allowed',
      allowed: ['GET', 'POST'],
    });
    expect(router.methodsFor('/a')).toEqual(['GET', 'HEAD', 'POST']);
  });

  it('contain that which was asked for before, for another path', () => {
    const router = table(['GET /a', 'PUT /a', 'GET /{x}/y', 'PUT /{x}/y']);
    expect(found(router, 'GET', '/a')).toEqual(['GET /a']);
    for (const path of ['/a', '/1/y']) {
      expect(router.dispatch('POST', path)).toMatchObject({ allowed: ['GET', 'PUT'] });
    }
    expect(router.dispatch('GET', '/b')).toEqual({ kind: 'not-found' });
    expect(found(router, 'PUT', '/1/y')).toEqual(['PUT /{x}/y', 'x', '1']);
  });

  it('prefer GET to a route of any method for HEAD, and that to nothing', () => {
    const router = table([
      '* /a',
      'GET /a',
      '* /b',
      '* /{x}/c',
      'GET /{x}/c',
      'HEAD /{x}/d',
      '* /{x}/d',
    ]);
    expect(found(router, 'HEAD', '/a')).toEqual(['GET /a']);
    expect(found(router, 'HEAD', '/b')).toEqual(['* /b']);
    expect(found(router, 'HEAD', '/1/c')).toEqual(['GET /{x}/c', 'x', '1']);
    expect(found(router, 'HEAD', '/1/d')).toEqual(['HEAD /{x}/d', 'x', '1']);
    expect(found(router, 'PUT', '/a')).toEqual(['* /a']);
  });

  it('serve HEAD with a route for GET and HEAD only where it serves GET', () => {
    const router = new Router<string>();
    router.get('/a', 'literal');
    router.add(['GET', 'HEAD'], '/{x}', 'placeholder');
    expect(found(router, 'HEAD', '/a')).toEqual(['literal']);
    expect(found(router, 'HEAD', '/b')).toEqual(['placeholder', 'x', 'b']);
  });
});

it('a route without placeholders, and its result, cannot be changed by a handler', () => {
  const result = table(['GET /a']).dispatch('GET', '/a') as { args: object };
  expect([result, result.args].every(Object.isFrozen)).toBe(true);
});

it('a long table keeps every literal: more than 32 nodes, and texts of more than 128 characters', () => {
  const router = new Router<number>();
  const paths = Array.from({ length: 60 }, (_, n) => `/${'long'.repeat(n % 40)}${n}/{x}/${n}`);
  for (const [n, path] of paths.entries()) router.get(path, n);
  for (const [n, path] of paths.entries()) {
    expect(router.dispatch('GET', path.replace('{x}', 'v'))).toMatchObject({ handler: n });
  }
});
