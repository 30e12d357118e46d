import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { hostile } from '../test/properties.js';
import { parseCookies } from './parse-cookies.js';

const pairs = fc
  .array(
    fc.tuple(
      fc.constantFrom('a', 'b', '%61', 'a+', '__proto__', ''),
      fc.constantFrom('', '1', '%41', '%', '"x"', 'a=b'),
    ),
    { maxLength: 6 },
  )
  .map((list) => list.map((pair) => pair.join('=')).join('; '));

describe('parseCookies', () => {
  it('keeps the first value of a repeated name', () => {
    expect({ ...parseCookies('a=1; b=2; a=3; %C3%A9=4; %C3%A9=5') }).toEqual({
      ...{ a: '1', b: '2', é: '4' },
    });
  });

  it.each([
    ['%61=evil; a=good', { a: 'good', '%61': 'evil' }],
    ['%61=evil', { '%61': 'evil' }],
    ['%5Ba%5D=evil; [a]=good', { '[a]': 'good' }],
    ['%c3%a9=evil; %C3%A9=good', { é: 'good' }],
    ['%C3%A9=evil; \xc3\xa9=good', { é: 'good' }],
    ['a%20b=evil; a+b=good', { 'a b': 'good' }],
    ['a%2561=evil; a%61=good', { 'a%61': 'good' }],
  ])('does not let an encoded name take the place of another, as in %j', (header, cookies) => {
    expect({ ...parseCookies(header) }).toEqual(cookies);
  });

  it('keeps text that cannot be decoded as received, and decodes the rest', () => {
    expect({ ...parseCookies('a=100%; b=%E9%41; %zz=%C3%A9') }).toEqual({
      a: '100%',
      b: '%E9A',
      '%zz': 'é',
    });
  });

  it('reads raw bytes as UTF-8, in names and values', () => {
    expect({ ...parseCookies(sent('a=\u00e9+%C3%A9; \u20ac=\u{1f600}; b=\ufeff')) }).toEqual({
      a: '\u00e9 \u00e9',
      '\u20ac': '\u{1f600}',
      b: '\ufeff',
    });
  });

  it.each([
    '\xe9',
    '\xc3',
    '\xc0\x80',
    '\xed\xa0\x80',
    '\xf4\x90\x80\x80',
    '\xc3\xa9\xff',
    '\u20ac',
    '\u20ac\xc3\xa9',
  ])('keeps the value %j, which is not UTF-8, as received, and reads the others', (value) => {
    const header = `a=${value}; b=${sent('\u00e9')}`;
    expect({ ...parseCookies(header) }).toEqual({ a: value, b: '\u00e9' });
  });

  it('drops __proto__, and keeps the other names of Object.prototype', () => {
    const cookies = parseCookies('__proto__=1; __prot%6f__=2; constructor=3; toString=4');
    expect(Object.entries(cookies)).toEqual([
      ['constructor', '3'],
      ['toString', '4'],
      ['__prot%6f__', '2'],
    ]);
  });

  it.each(['__%48ost-a', '__Secure%2Da', '%5f_host-a', '__Host%2da'])(
    'drops %s, which becomes a name with a guarded prefix only by decoding',
    (name) => {
      expect({ ...parseCookies(`${name}=1; b=2`) }).toEqual({ b: '2' });
    },
  );

  it('keeps names with a guarded prefix that were sent unencoded', () => {
    expect({ ...parseCookies('__Host-a=1; __Secure-b=2') }).toEqual({
      '__Host-a': '1',
      '__Secure-b': '2',
    });
  });

  it('returns a new object without a prototype each time', () => {
    expect(Object.getPrototypeOf(parseCookies('a=1'))).toBeNull();
    expect(parseCookies('a=1')).not.toBe(parseCookies('a=1'));
  });

  it('reads any header like a naive parser', () => {
    fc.assert(
      fc.property(hostile(pairs, 'a=;% +"41\t__proto__'), (header) => {
        expect({ ...parseCookies(header) }).toEqual({ ...naiveCookies(header) });
      }),
      { numRuns: numRuns() },
    );
  });
});

/** The bytes of a text, each as a character: what a server makes of a header. */
function sent(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** Keeps the names that can replace no other first. */
function naiveCookies(header: string): Record<string, string> {
  const found: Record<string, string> = Object.create(null) as Record<string, string>;
  const pairs = header
    .split(/;[ \t]*/)
    .map((pair) => pair.split('='))
    .filter(({ length }) => length > 1)
    .map(([name = '', ...value]) => ({ name, value: decodeAscii(value.join('=')) }))
    .map((pair) => ({ ...pair, ...rankOf(pair.name) }));
  for (const { key, value } of pairs.toSorted((one, other) => one.rank - other.rank)) {
    if (key !== '__proto__') found[key] ??= value;
  }
  return found;
}

function rankOf(name: string): { rank: number; key: string } {
  if (!/[%+]/.test(name)) return { rank: 0, key: name };
  const key = decodeAscii(name);
  if (new URLSearchParams([[key, '']]).toString() === `${name}=`) return { rank: 2, key };
  const escapes = name.match(/%[0-7][\da-f]/gi) ?? [];
  const isNeedless = escapes.some((escape) => /[\w!#$&'*+.^`|~-]/.test(decodeURIComponent(escape)));
  return isNeedless ? { rank: 1, key: name } : { rank: 3, key };
}

/** Enough for the alphabet of the test: all escapes it can make are ASCII or broken. */
function decodeAscii(text: string): string {
  return text
    .replaceAll('+', ' ')
    .replace(/%([0-7][\da-f])/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
