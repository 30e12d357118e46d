import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { filePath } from './file-path.js';

const UNIX = { dotfiles: false, isWindows: false };
const WINDOWS = { dotfiles: false, isWindows: true };

describe('filePath', () => {
  it.each<[string, readonly string[]]>([
    ['/', ['']],
    ['/a.txt', ['a.txt']],
    ['/docs/', ['docs', '']],
    ['/a%20b/%C3%A9.txt', ['a b', 'é.txt']],
    ['/é', ['é']],
    ['/%61', ['a']],
    ['/%252e%252e/a', ['%2e%2e', 'a']],
    ['/.well-known/security.txt', ['.well-known', 'security.txt']],
    ['/a..b', ['a..b']],
  ])('of %j is %j', (path, names) => {
    expect(filePath(path, UNIX)).toEqual(names);
  });

  it.each([
    '',
    'a.txt',
    '//a.txt',
    '/a//b',
    '/docs//',
    '/.',
    '/..',
    '/../etc/passwd',
    '/a/../b',
    '/%2e%2e/etc/passwd',
    '/.%2e/etc/passwd',
    '/a/%2E%2E/%2e%2e/b',
    '/%2fetc/passwd',
    '/a%2Fb',
    '/a%2f..%2fb',
    '/a\\b',
    '/..\\b',
    '/a%5Cb',
    '/%5c..%5cb',
    '/a%00.txt',
    '/a\0.txt',
    '/%zz',
    '/%c0%af',
    '/%ff',
    '/.env',
    '/a/.git/config',
    '/a/.well-known/x',
    '/.well-known/.htaccess',
  ])('is null for %j', (path) => {
    expect(filePath(path, UNIX)).toBeNull();
  });

  it('accepts dot files if they are served, but never . and ..', () => {
    const rules = { ...UNIX, dotfiles: true };
    expect(filePath('/.env', rules)).toEqual(['.env']);
    expect(filePath('/..', rules)).toBeNull();
    expect(filePath('/./a', rules)).toBeNull();
  });

  it.each([
    '/a.txt:secret',
    '/c:/x',
    '/a.',
    '/a%20',
    '/con',
    '/NUL.txt',
    '/com1',
    '/lpt%C2%B9.txt',
    '/a/aux/b',
    '/CONIN$',
  ])('is null for %j on Windows, and a file elsewhere', (path) => {
    expect(filePath(path, WINDOWS)).toBeNull();
    expect(filePath(path, UNIX)).not.toBeNull();
  });

  it('is null on Windows for every device, alone and before a dot, in any case', () => {
    const digits = Array.from('0123456789\u00b9\u00b2\u00b3');
    const numbered = ['com', 'lpt'].flatMap((name) => digits.map((digit) => name + digit));
    for (const name of ['con', 'prn', 'aux', 'nul', 'conin$', 'conout$', ...numbered]) {
      for (const path of [
        name,
        name.toUpperCase(),
        `${name}.txt`,
        `a/${name}/b`,
        `a/${name}.b.c`,
      ]) {
        expect([path, filePath(`/${encodeURI(path)}`, WINDOWS)]).toEqual([path, null]);
      }
      expect(filePath(`/${encodeURI(`${name}x`)}`, WINDOWS)).toEqual([`${name}x`]);
      expect(filePath(`/x${encodeURI(name)}`, WINDOWS)).toEqual([`x${name}`]);
    }
  });

  it.each(['/console', '/com10', '/a.b', '/null.txt'])('accepts %j on Windows', (path) => {
    expect(filePath(path, WINDOWS)).toEqual([path.slice(1)]);
  });

  it('never contains a name that leads out of the folder, however it is encoded', () => {
    const pieces = [
      '/',
      '.',
      '..',
      '%2e',
      '%2E',
      '%2f',
      '%5c',
      '\\',
      '%00',
      '%25',
      'a',
      '%',
      'é',
      ':',
    ];
    const path = fc
      .array(fc.constantFrom(...pieces), { maxLength: 12 })
      .map((list) => `/${list.join('')}`);
    fc.assert(
      fc.property(path, fc.boolean(), fc.boolean(), (text, dotfiles, isWindows) => {
        const names = filePath(text, { dotfiles, isWindows });
        if (names === null) return;
        for (const name of names) {
          expect(/[/\\\0]/.test(name) || name === '.' || name === '..').toBe(false);
        }
        expect(names.slice(0, -1)).not.toContain('');
      }),
      { numRuns: numRuns() },
    );
  });
});
