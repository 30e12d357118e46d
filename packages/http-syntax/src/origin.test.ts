import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { isAllowedOrigin, isOrigin, isOriginOf } from './origin.js';

describe('isOrigin', () => {
  it.each([
    'https://app.example',
    'http://app.example',
    'http://localhost:5173',
    'http://127.0.0.1:8080',
    'http://[::1]:8080',
    'https://xn--bcher-kva.example',
    'chrome-extension://abcdefghijklmnop',
    'capacitor://localhost',
  ])('is true of %s', (origin) => {
    expect(isOrigin(origin)).toBe(true);
  });

  it.each([
    '',
    'null',
    '*',
    'app.example',
    'https://app.example/',
    'https://app.example/path',
    'https://app.example?q',
    'https://app.example#f',
    'https://user@app.example',
    'HTTPS://app.example',
    'https://App.example',
    'https://bücher.example',
    'https://app.example:443',
    'http://app.example:80',
    'http://app.example:',
    'https://*.example',
    'https://a.example, https://b.example',
    'https://a.example https://b.example',
    'Capacitor://localhost',
    'capacitor://localhost/',
    'capacitor://localhost?q',
    'https://app.example\n',
    'capacitor://local"host',
    'capacitor://local\\host',
    'capacitor://*',
    'capacitor://a,b',
    'Null',
    7,
    null,
    undefined,
  ])('is false of %j', (value) => {
    expect(isOrigin(value)).toBe(false);
  });

  it('is true of the origin of every http and https URL', () => {
    const scheme = fc.constantFrom('http', 'https');
    const authority = fc.webAuthority({ withPort: true, withIPv4: true, withIPv6: true });
    fc.assert(
      fc.property(scheme, authority, (name, place) => {
        expect(isOrigin(new URL(`${name}://${place}/a`).origin)).toBe(true);
      }),
      { numRuns: numRuns() },
    );
  });

  it('never throws, and is false of text that is not its own origin', () => {
    const text = fc.string({ unit: fc.constantFrom(...Array.from('htps:/[]@.a1%*?#,\\ \n')) });
    fc.assert(
      fc.property(text, (rest) => {
        const value = `http://${rest}`;
        if (isOrigin(value)) expect(new URL(value).origin).toBe(value);
      }),
      { numRuns: numRuns() },
    );
  });
});

describe('isOriginOf', () => {
  const uri = { getHost: () => 'a.example', getPort: () => 8080 };

  it.each([
    ['https://a.example:8080', true],
    ['http://a.example:8080', true],
    ['app+x://a.example:8080', true],
    ['https://a.example', false],
    ['https://b.example:8080', false],
    ['https://a.example:8080/', false],
    ['https://x@a.example:8080', false],
    ['a.example:8080', false],
    ['null', false],
    ['', false],
  ])('of %s is %s', (origin, expected) => {
    expect(isOriginOf(origin, uri)).toBe(expected);
  });

  it('reads no port where the scheme has its own', () => {
    const usual = { getHost: () => 'a.example', getPort: () => null };
    expect(isOriginOf('https://a.example', usual)).toBe(true);
    expect(isOriginOf('https://a.example:443', usual)).toBe(false);
  });
});

describe('isAllowedOrigin', () => {
  const uri = { getHost: () => 'a.example', getPort: () => null };
  const list = new Set(['https://b.example']);

  it.each([
    ['', 'same', true],
    ['', list, true],
    ['https://a.example', 'same', true],
    ['https://b.example', 'same', false],
    ['null', 'same', false],
    ['https://b.example', list, true],
    ['https://a.example', list, false],
    ['https://b.example', '*', true],
    ['null', '*', true],
  ] as const)('of "%s" for %p is %s', (origin, allowed, expected) => {
    expect(isAllowedOrigin(origin, uri, allowed)).toBe(expected);
  });
});
