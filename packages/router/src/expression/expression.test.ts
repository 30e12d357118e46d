import { describe, expect, it } from '@jest/globals';
import { errorOf } from '../../test/error-of.js';
import { found, table } from '../../test/table.js';
import { expressionSource } from './expression.js';
import { parseExpression } from './parse-expression.js';
import { takesSlash } from './takes-slash.js';

const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
const OTHERS = ['\u0080', '\u00a0', 'é', '\u017f', '\u2028', '\u212a', '日', '😀', '\u{10ffff}'];
const RESERVED = Array.from("!$&'()*+,;=:@");
/** What JavaScript writes otherwise under the flag `u`. */
const NATIVE: Readonly<Record<string, string>> = {
  '\\-': '[\\-]',
  '[\\w-.]': '[\\w\\-.]',
  '[a-\\d]': '[a\\-\\d]',
  '.': '[^\\n]',
};

describe('the characters of a set', () => {
  it.each([
    ...['a', '\\/', '\\x41', '\\u0042', '\\u{43}', '\\u{1f600}', '\\-', '\\t', '\\n', '\\r', '\\f'],
    ...['.', '\\d', '\\D', '\\w', '\\W', '\\s', '\\S', '\\p{L}', '\\P{L}', '\\p{Lu}', '\\p{Sc}'],
    ...['[a-z]', '[^a-z]', '[a-]', '[-a]', '[\\w-]', '[\\w-.]', '[a-\\d]', '[^\\d]', '[^\\D]'],
    ...['[\\]]', '[\\^a]', '[a^]', '[ -~]', '[\\x00-\\x7f]', '[^é]', '[é-日]', '[~-é]', '[+-]'],
    ...['[!-@]', '[^!-@]', '[\\u{0}-\\u{10ffff}]', '[^\\s\\S]', '[a-cx-z]', '[.]', '[|]', '[{}]'],
  ])('of %s are those that it matches, for the checks of its safety', (text) => {
    const set = parseExpression(text, text, 0);
    if (set.kind !== 'set') throw new Error(`${text} is a ${set.kind}`);
    const native = new RegExp(`^(?:${NATIVE[text] ?? text})$`, 'u');
    const whole = new RegExp(`^${expressionSource(set)}$`, 'u');
    const expected = ASCII.filter((each) => native.test(each));
    expect(ASCII.filter((each) => whole.test(each))).toEqual(expected);
    expect(ASCII.filter((_, code) => ((set.mask >> BigInt(code)) & 1n) === 1n)).toEqual(expected);
    const isOther = ((set.mask >> 128n) & 1n) === 1n;
    expect(isOther || !OTHERS.some((each) => whole.test(each))).toBe(true);
  });
});

describe.each(RESERVED)('the character %s', (character) => {
  const escape = `%${character.charCodeAt(0).toString(16)}`;

  it.each([
    `\\${character}`,
    `[${character}]`,
    `[\\${character}]`,
    '[!-@]',
    '[^a-z/]',
    '(?:a|[^b])',
    '.',
  ])('is matched by %s, even as an escape', (expression) => {
    const router = table([`GET /{x:${expression}}`]);
    expect(found(router, 'GET', `/${character}`)).toEqual([expect.any(String), 'x', character]);
    expect(found(router, 'GET', `/${escape}`)).toEqual([expect.any(String), 'x', character]);
    expect(found(router, 'GET', `/${escape.toUpperCase()}`)).toEqual([
      expect.any(String),
      'x',
      character,
    ]);
  });

  it('is not matched by a class without it', () => {
    const router = table(['GET /{x:[a-z]}', 'POST /{x:[A-Z0-9._~-]}']);
    for (const path of [`/${character}`, `/${escape}`]) {
      expect(router.dispatch('GET', path).kind).toBe('not-found');
    }
  });
});

it.each([
  ['a*', 'a{0,}'],
  ['a+?', 'a{1,}?'],
  ['a??', 'a{0,1}?'],
  ['a{2}', 'a{2}'],
  ['a{2}?', 'a{2}'],
  ['a{2,}', 'a{2,}'],
  ['a{2,3}?', 'a{2,3}?'],
  ['(?:ab)+', '(?:ab){1,}'],
  ['(?:a|b)+', '(?:a|b){1,}'],
  ['(?:a|b)c', '(?:a|b)c'],
  ['a|bc', 'a|bc'],
  ['(?:a|b)', 'a|b'],
  ['(?=a|b)c', '(?=a|b)c'],
  ['(?!a)b', '(?!a)b'],
  ['(?<=a)b', '(?<=a)b'],
  ['(?<!a)b', '(?<!a)b'],
  ['\\ba\\B', '\\ba\\B'],
  ['x{1}{2}', '(?:x{1}){2}'],
  ['.', '[^\\n]'],
  ['[^a]', '[^a]'],
])('the source of %s is %s', (text, source) => {
  expect(expressionSource(parseExpression(text, text, 0))).toBe(source);
});

it.each([
  ['[^/]+', false],
  ['[^/.]+\\.[a-z]+', false],
  ['(?:a|b)?(?!c)', false],
  ['', false],
  ['.', true],
  ['/', true],
  ['[.-0]', true],
  ['\\W', true],
  ['a(?:b|/)', true],
  ['(?:a/){2}', true],
  ['(?=/)a', false],
  ['(?:(?:a|[^b])c)+d', true],
])('whether %s can match a slash: %j', (text, can) => {
  expect(takesSlash(parseExpression(text, text, 0))).toBe(can);
});

it.each(Array.from('hHvVRNXAGZzKQEpPx'))(
  'says of \\%s that it is PCRE syntax, and what to write',
  (letter) => {
    for (const text of [`\\${letter}`, `[\\${letter}]`]) {
      const { message } = errorOf(() => parseExpression(text, `/{a:${text}}`, 4));
      expect(message.split('\n')[0]).toMatch(
        new RegExp(`^\\\\${letter} is PCRE syntax for .*(?:write|remove|use|escape)`),
      );
    }
  },
);

it.each(['\\ud7ff', '\\ue000', '\\u{10ffff}'])('accepts the code %s', (text) => {
  expect(parseExpression(text, text, 0).kind).toBe('set');
});

it.each(['\\ud800', '\\udfff', '\\u{110000}'])('refuses the code %s', (text) => {
  expect(() => parseExpression(text, text, 0)).toThrow('invalid code point');
});
