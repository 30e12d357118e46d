import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { soup } from '../test/properties.js';
import { parseBasePath, pathBelow } from './base-path.js';
import { canonicalPath } from './canonical-path.js';

describe('parseBasePath', () => {
  it.each([
    ['', ''],
    ['/', ''],
    ['/app', '/app'],
    ['/app/', '/app'],
    ['/a/b', '/a/b'],
    ['/%61%2fb c', '/a%2Fb%20c'],
    ['/ü', '/%C3%BC'],
    ['/...', '/...'],
    ['/.a/b.', '/.a/b.'],
    ['/*a/b*', '/*a/b*'],
  ])('reads %j as %j', (text, basePath) => {
    expect(parseBasePath(text)).toBe(basePath);
  });

  it.each([
    ...['app', 'app/', './app', '//', '//app', '/a//b', '/a//', '/\\app', '/a\\b', '/a?b', '/a#b'],
    ...[
      '/a\nb',
      '/a\r',
      '/a\0',
      '/\x7f',
      '/%00',
      '/%zz',
      '/%',
      '/%E9',
      '/\ud800',
      'http://x.test/a',
    ],
    ...['/.', '/..', '/a/..', '/../a', '/a/./b', '/%2e%2E/a', '/a/\n'],
    ...['/*', '/admin/*', '/admin/**/', '/%2A/a'],
  ])('refuses %j', (text) => {
    expect(parseBasePath(text)).toBeNull();
  });

  it('is idempotent, and never returns what a browser reads as another host', () => {
    fc.assert(
      fc.property(soup('a/.%2fF5c\\é?#\n'), (text) => {
        const basePath = parseBasePath(text);
        fc.pre(basePath !== null);
        expect(parseBasePath(basePath)).toBe(basePath);
        expect(canonicalPath(basePath)).toBe(basePath);
        expect(new URL(`${basePath}/x`, 'http://h.test/').href).toBe(`http://h.test${basePath}/x`);
      }),
      { numRuns: numRuns() },
    );
  });
});

describe('pathBelow', () => {
  it.each([
    ['/app', '/app', ''],
    ['/app/', '/app', '/'],
    ['/app/x', '/app', '/x'],
    ['/app//x', '/app', '//x'],
    ['/app/%zz', '/app', '/%zz'],
    ['/%61pp/%61', '/app', '/%61'],
    ['/a%2fb/c', '/a%2Fb', '/c'],
    ['/a/b/c', '/a/b', '/c'],
    ['/x', '', '/x'],
    ['', '', ''],
    ['/appx', '/app', null],
    ['/app%2Fx', '/app', null],
    ['/APP/x', '/app', null],
    ['//app/x', '/app', null],
    ['/x/app', '/app', null],
    ['/a%2Fb/c', '/a/b', null],
    ['/a/b', '/a/b/c', null],
    ['/%zz/app', '/app', null],
    ['/', '/app', null],
    ['', '/app', null],
  ])('finds below %j, mounted under %j, %j', (path, basePath, rest) => {
    expect(pathBelow(path, basePath)).toBe(rest);
  });

  it('removes the part of the path whose canonical form is the base path', () => {
    const path = soup('ab/%612fF').map((text) => `/${text}`);
    fc.assert(
      fc.property(path, soup('ab/'), (received, name) => {
        const basePath = parseBasePath(`/${name}`);
        const canonical = canonicalPath(received);
        fc.pre(basePath !== null && basePath !== '' && canonical !== null);
        const isBelow = `${canonical}/`.startsWith(`${basePath}/`);
        const rest = pathBelow(received, basePath);
        expect(rest === null ? null : canonicalPath(rest)).toBe(
          isBelow ? canonical.slice(basePath.length) : null,
        );
      }),
      { numRuns: numRuns() },
    );
  });
});
