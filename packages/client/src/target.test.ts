import { expect, it } from '@jest/globals';
import { canonicalPath } from '@mortise/http-syntax';
import { Router } from '@mortise/router';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { ClientError } from './client-error.js';
import { pathOf, queryOf, type TargetArgs, variantsOf } from './target.js';

/** @returns `null` if the arguments are refused */
function pathOrRefusal(pattern: string, args: TargetArgs): string | null {
  try {
    return pathOf('call', variantsOf(pattern), args);
  } catch (error) {
    expect(error).toMatchObject({ code: 'ARGUMENT_INVALID' });
    return null;
  }
}

it('the path of a call matches its own route with equal arguments, for any text', () => {
  const patterns = [
    '/books/{id}[/{format}]',
    '/files/{path:.+}',
    '/a b/:name',
    '/x-{y:[^-]+}-z',
    '/ü?/{q}',
  ];
  const router = new Router<string>();
  for (const pattern of patterns) router.get(pattern, pattern);
  const text = fc
    .string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
    .filter((value) => !/^\.{1,2}$|(?:^|\/)\.{1,2}(?:\/|$)|[-\0]/.test(value));
  // What can contain slashes takes no backslash.
  const withSlashes = text.filter((value) => !value.includes('\\'));
  const call = fc.oneof(
    fc.record({
      pattern: fc.constant(patterns[0]),
      args: fc.record({ id: text, format: text }, { requiredKeys: ['id'] }),
    }),
    fc.record({ pattern: fc.constant(patterns[1]), args: fc.record({ path: withSlashes }) }),
    fc.record({ pattern: fc.constant(patterns[2]), args: fc.record({ name: text }) }),
    fc.record({ pattern: fc.constant(patterns[3]), args: fc.record({ y: withSlashes }) }),
    fc.record({ pattern: fc.constant(patterns[4]), args: fc.record({ q: text }) }),
  );
  fc.assert(
    fc.property(call, ({ pattern = '', args }) => {
      const path = pathOf(pattern, variantsOf(pattern), args);
      const result = router.dispatch(
        'GET',
        canonicalPath(new URL(path, 'http://a.test').pathname) ?? '',
      );
      expect(result).toMatchObject({ kind: 'found', handler: pattern });
      expect({ ...(result as { args: object }).args }).toEqual(args);
    }),
    { numRuns: numRuns() },
  );
});

it('the server reads the arguments of a call, or none, where several placeholders share a segment', () => {
  const patterns = [
    '/{a}.{b}',
    '/{a}-{b:.*}',
    '/f/{a:.+}/{b}',
    '/f/{a}[.{b}]',
    '/f/{a:.+}[/{b}]',
    '/f/{a:\\d+}{b:.*}',
    '/f/{a}{b}',
  ];
  const piece = fc.constantFrom('a', '1', '.', '-', '/', '\\', '%2F', '?', 'é', '\ufffe', '(');
  const text = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(''));
  const args = fc.record({ a: text, b: text });
  fc.assert(
    fc.property(fc.constantFrom(...patterns), args, (pattern, given) => {
      const router = new Router<string>();
      router.get(pattern, pattern);
      const path = pathOrRefusal(pattern, given);
      if (path === null) return;
      const result = router.dispatch('GET', path);
      if (result.kind === 'found') expect({ ...result.args }).toEqual(given);
    }),
    { numRuns: numRuns() },
  );
});

it('every path of a call is that of its route, or refused, whatever the expressions are', () => {
  const patterns = [
    '/b/{a:\\d+}',
    '/{a:de|en}/{b:.*}',
    '/f/{a:[a-z]{2}}[.{b:\\d+}]',
    '/{a:.+}/{b:\\w}',
    '/g/{a:(?:[.]|\\d)+}',
  ];
  const piece = fc.constantFrom('a', 'de', '1', '.', '/', '\\', '\n', '\u2028', 'é', '%31');
  const text = fc.array(piece, { maxLength: 3 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(fc.constantFrom(...patterns), fc.record({ a: text, b: text }), (pattern, given) => {
      const router = new Router<string>();
      router.get(pattern, pattern);
      const path = pathOrRefusal(pattern, given);
      if (path === null) return;
      expect(router.dispatch('GET', canonicalPath(path) ?? '')).toMatchObject({ kind: 'found' });
    }),
    { numRuns: numRuns() },
  );
});

it.each([
  [{}, ''],
  [{ a: undefined, b: null, c: [] }, ''],
  [{ a: 1, b: ['x', 'y'], c: { d: true } }, '?a=1&b%5B0%5D=x&b%5B1%5D=y&c%5Bd%5D=true'],
  [
    { a: new Date(0), b: 2n ** 64n, c: NaN },
    '?a=1970-01-01T00%3A00%3A00.000Z&b=18446744073709551616&c=NaN',
  ],
])('the query of %j', (query, text) => {
  expect(queryOf(query)).toBe(text);
});

it.each([
  [{}, '/a'],
  [{ b: 1 }, '/a/1'],
  [{ b: 1, c: 2 }, '/a/1/2'],
  [{ c: 2 }, '/a'],
])('the path for the optional arguments %j is %s', (args, path) => {
  expect(pathOf('call', variantsOf('/a[/{b}[/{c}]]'), args)).toBe(path);
});

it.each<[string, object, string]>([
  ['/{a}', { a: '...' }, '/...'],
  ['/{a}', { a: '.x' }, '/.x'],
  ['/{a}', { a: 'x.' }, '/x.'],
  ['/{a}', { a: '..\\' }, '/..%5C'],
  ['/{a}', { a: '%2e' }, '/%252e'],
  ['/{a:.*}', { a: '' }, '/'],
  ['/{a}', { a: 'x/y/z' }, '/x%2Fy%2Fz'],
  ['/{a:[^/]+}', { a: 'x\\' }, '/x%5C'],
  ['/x/{a:.+}', { a: 'x/y/z /' }, '/x/x/y/z%20/'],
  ['/x/{a:.+}', { a: 'x/\u2028\r' }, '/x/x/%E2%80%A8%0D'],
  ['/x/{a:[.]\\..}', { a: '..a' }, '/x/..a'],
  ['/x/{a:[^-]+}', { a: 'x/\n' }, '/x/x/%0A'],
  ['/{a:[\\w-.]+}', { a: 'a-b.c' }, '/a-b.c'],
  ['/{a:[a-z\\_]+}', { a: 'a_b' }, '/a_b'],
  ['/{a:\\d+\\:\\d+}', { a: '1:2' }, '/1%3A2'],
  ['/{a:a\\-b}', { a: 'a-b' }, '/a-b'],
  ['/{a:./.}', { a: 'x/\u{1f600}' }, '/x/%F0%9F%98%80'],
  ['/{a:[^/]+}-{b:.*}', { a: 'x/', b: '/y@' }, '/x%2F-/y%40'],
  ['/{a}', { a: 0 }, '/0'],
  ['/x.{a}', { a: '.' }, '/x..'],
  ['/a b#c?d/é?#', {}, '/a%20b%23c%3Fd/%C3%A9%3F%23'],
])('the path of %j for %j is %j', (pattern, args, path) => {
  expect(pathOf('call', variantsOf(pattern), args as TargetArgs)).toBe(path);
});

it.each<[string, object, string, string]>([
  ['/{constructor}', {}, 'ARGUMENT_MISSING', 'call: missing path argument "constructor"'],
  ['/{a}/{b}', { a: 1 }, 'ARGUMENT_MISSING', 'call: missing path argument "b"'],
  ['/{a}/{b}', { a: null, b: 1 }, 'ARGUMENT_MISSING', 'call: missing path argument "a"'],
  [
    '/{a}/x',
    { a: '..' },
    'ARGUMENT_INVALID',
    'call: an argument would become a path segment "." or ".."; pass another value',
  ],
  ['/x/.{a}', { a: '.' }, 'ARGUMENT_INVALID', ''],
  ['/.{a}/x', { a: '' }, 'ARGUMENT_INVALID', ''],
  [
    '/books/{a}',
    { a: '' },
    'ARGUMENT_INVALID',
    'call: invalid argument "a": received ""; expected a string that matches [^/]+',
  ],
  ['/books[/{a}]', { a: '' }, 'ARGUMENT_INVALID', 'invalid argument "a": received ""'],
  ['/{a}', { a: [1, 2] }, 'ARGUMENT_INVALID', 'invalid argument "a": received a list or another'],
  ['/{a}', { a: ['x'] }, 'ARGUMENT_INVALID', 'expected a string, number, boolean or date'],
  ['/{a}', { a: {} }, 'ARGUMENT_INVALID', 'invalid argument "a"'],
  ['/{a}', { a: new Date(Number.NaN) }, 'ARGUMENT_INVALID', 'invalid argument "a"'],
  [
    '/books/{id:\\d+}',
    { id: 'new' },
    'ARGUMENT_INVALID',
    'call: invalid argument "id": received "new"; expected a string that matches \\d+',
  ],
  ['/x/{a:[.]\\.}', { a: '.x' }, 'ARGUMENT_INVALID', 'received ".x"'],
  ['/{lang:de|en}/{a}', { lang: 'fr', a: 1 }, 'ARGUMENT_INVALID', 'argument "lang"'],
  ['/b/{id:\\d+}[/{c:[a-z]+}]', { id: 1, c: 'A' }, 'ARGUMENT_INVALID', 'argument "c"'],
  ['/b/{id:\\d+}', { id: '1\n' }, 'ARGUMENT_INVALID', 'received "1\\n"'],
  [
    '/x/{a:.+}',
    { a: 'x\n' },
    'ARGUMENT_INVALID',
    'received "x\\n"; expected a string that matches .+',
  ],
  ['/b/{id:\\w+}', { id: 'x/y' }, 'ARGUMENT_INVALID', 'received "x/y"'],
  ['/b/{id:\\d+}', { id: '9'.repeat(99) + 'x' }, 'ARGUMENT_INVALID', '999…"'],
  [
    '/{a}/{b}',
    { a: '', b: 'attacker.example' },
    'ARGUMENT_INVALID',
    'call: an argument would make the path begin with "//"; pass another value',
  ],
  [
    '/{a}.{b}',
    { a: 1, b: '2.3' },
    'ARGUMENT_INVALID',
    'call: the server would read different arguments: ["1.2","3"]; pass values that do not contain the text between them',
  ],
  ['/f/{a}[.{b}]', { a: 'x', b: 'y' }, 'ARGUMENT_INVALID', '["x.y"]'],
  ['/f/{a}{b}', { a: '', b: 'x/y' }, 'ARGUMENT_INVALID', '["x/","y"]'],
  [
    '/x/{a:.+}',
    { a: 'x/y\\' },
    'ARGUMENT_INVALID',
    'call: the server refuses a backslash in an argument that can contain slashes; pass a value without it',
  ],
  ['/x/{a:.+}', { a: '\\x' }, 'ARGUMENT_INVALID', 'refuses a backslash'],
  ...['/{a}', '/{a:.+}', '/f/{a:.*}'].map((pattern): [string, object, string, string] => [
    pattern,
    { a: 'x\0' },
    'ARGUMENT_INVALID',
    'an argument contains NUL',
  ]),
  [
    '/{a}',
    { a: 'x\udc00' },
    'ARGUMENT_INVALID',
    'call: an argument contains NUL or an unpaired surrogate; pass text without these characters',
  ],
])('refuses the path of %j for %j as %s', (pattern, args, code, message) => {
  const build = () => pathOf('call', variantsOf(pattern), args as TargetArgs);
  expect(build).toThrow(ClientError);
  expect(build).toThrow(expect.objectContaining({ code }));
  expect(build).toThrow(message);
});
