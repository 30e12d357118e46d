import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { canonicalPath } from './canonical-path.js';
import { resolvedPath } from './resolved-path.js';

it.each([
  ['/a/b', '/a/b'],
  ['/a/b/', '/a/b/'],
  ['/', '/'],
  ['', ''],
  ['*', '*'],
  ['/a..b/.c/d.', '/a..b/.c/d.'],
  ['/a%2Fb', '/a/b'],
  ['/a%5Cb', '/a/b'],
  ['/%2Fa', '/a'],
  ['//a', '/a'],
  ['/a//b', '/a/b'],
  ['/a//', '/a/'],
  ['//', '/'],
  ['/./a', '/a'],
  ['/x/../a', null],
  ['/x%2F..%2Fa/b', null],
  ['/a/..', null],
  ['/..%5Ca', null],
  ['/a/.', '/a/'],
  ['/a%252Fb', '/a%252Fb'],
  ['/%E2%82%AC%2Fa', '/%E2%82%AC/a'],
])('of %s is %s', (path, resolved) => {
  expect(resolvedPath(path)).toBe(resolved);
});

it('is the path that URL parsers find, with slashes that are merged and decoded', () => {
  const separator = fc.constantFrom('/', '//', '%2F', '%5C', '/%2f');
  // No name begins with a dot: the URL parser of Node 20 then leaves a last segment `.` as it is.
  const segment = fc.constantFrom('', 'a', 'b', '.', '..', '@', '%40', 'a.');
  fc.assert(
    fc.property(fc.array(fc.tuple(separator, segment)), (parts) => {
      const path = canonicalPath(`/${parts.flat().join('')}`) ?? '';
      const decoded = path.replaceAll(/%2F|%5C/g, '/').replaceAll(/\/+/g, '/');
      const resolved = decoded.split('/').includes('..')
        ? null
        : new URL(`http://a.test${decoded}`).pathname;
      expect(resolvedPath(path)).toBe(resolved);
    }),
    { numRuns: numRuns(300) },
  );
});
