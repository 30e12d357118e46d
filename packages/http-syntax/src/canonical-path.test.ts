import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { hostile } from '../test/properties.js';
import { canonicalPath } from './canonical-path.js';
import { decodePercent, encodePath } from './percent.js';

const piece = fc.constantFrom(
  '/',
  '//',
  '.',
  '..',
  'a',
  'B',
  '~',
  '%61',
  '%7e',
  '%2F',
  '%2f',
  '%25',
  '%5c',
  '%C3%A9',
  '%c3%a9',
  '😀',
  'ü',
  ' ',
  '"',
  ';',
  '+',
  '%3B',
);
const path = fc.array(piece, { maxLength: 12 }).map((pieces) => `/${pieces.join('')}`);
const anyPath = hostile(path, '/a%.2fF5cCé\\\0 ~\ud800');

describe('canonicalPath', () => {
  it.each([
    ['', ''],
    ['*', '*'],
    ['/', '/'],
    ["/a-b._~/c!$&'()*+,;=:@", "/a-b._~/c!$&'()*+,;=:@"],
    ['/%61dmin/%7E%2D', '/admin/~-'],
    ['/%21%24%26%27%28%29%2a%2B%2c%3b%3D%3a%40', "/!$&'()*+,;=:@"],
    ['/%2540admin', '/%2540admin'],
    ['/a%2fb', '/a%2Fb'],
    ['/%2561', '/%2561'],
    ['/%2e%2E/x', '/../x'],
    ['/a//b/./../', '/a//b/./../'],
    ['/%5c', '/%5C'],
    ['/%c3%a9', '/%C3%A9'],
    ['/é', '/%C3%A9'],
    ['/😀', '/%F0%9F%98%80'],
    ['/a b"<>^`{|}[]', '/a%20b%22%3C%3E%5E%60%7B%7C%7D%5B%5D'],
    ['/a?b#c', '/a%3Fb%23c'],
    ['/%0a%7f', '/%0A%7F'],
    ['/\u0080', '/%C2%80'],
  ])('normalizes %j to %j', (raw, canonical) => {
    expect(canonicalPath(raw)).toBe(canonical);
  });

  it.each([
    '/%',
    '/%2',
    '/%zz',
    '/%%41',
    '/\0',
    '/%00',
    '/a\\b',
    '/é\\',
    '/a\n',
    '/\t',
    '/\u007f',
    '/%E9',
    '/%c3',
    '/%C0%AF',
    '/%ED%A0%80',
    '/%F5%80%80%80',
    '/\ud800',
    '/\udc00a',
  ])('refuses %j', (raw) => {
    expect(canonicalPath(raw)).toBeNull();
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(anyPath, (raw) => {
        const canonical = canonicalPath(raw);
        fc.pre(canonical !== null);
        expect(canonicalPath(canonical)).toBe(canonical);
      }),
      { numRuns: numRuns() },
    );
  });

  it('keeps the meaning of the raw path: the same decoded text, the same separators', () => {
    fc.assert(
      fc.property(anyPath, (raw) => {
        const canonical = canonicalPath(raw);
        fc.pre(canonical !== null);
        expect(decodePercent(canonical)).toBe(decodePercent(raw));
        expect(canonical.split('/').length).toBe(raw.split('/').length);
      }),
      { numRuns: numRuns() },
    );
  });

  it('gives every encoding of the same characters one form', () => {
    const segments = fc.string({
      unit: fc.constantFrom(...Array.from('aZ9-._~/é😀 "')),
      maxLength: 20,
    });
    fc.assert(
      fc.property(
        segments,
        fc.array(fc.nat(2), { minLength: 20, maxLength: 20 }),
        (text, choices) => {
          const spelt = Array.from(text, (character, index) => {
            if (character === '/') return character;
            const escaped = [...new TextEncoder().encode(character)].map(
              (byte) => `%${byte.toString(16).padStart(2, '0')}`,
            );
            const spellings = [character, escaped.join(''), escaped.join('').toUpperCase()];
            return spellings[choices[index] ?? 0] ?? character;
          });
          expect(canonicalPath(spelt.join(''))).toBe(encodePath(text));
        },
      ),
      { numRuns: numRuns() },
    );
  });

  it("matches the platform's URL for paths without dot segments, except for escapes of unreserved characters", () => {
    fc.assert(
      fc.property(path, (raw) => {
        const canonical = canonicalPath(raw);
        fc.pre(canonical !== null && !/%2e|\/\.|\/\//i.test(raw));
        const platform = new URL(`http://h.test${raw}?`).pathname;
        expect(canonical).toBe(canonicalPath(platform));
      }),
      { numRuns: numRuns() },
    );
  });
});
