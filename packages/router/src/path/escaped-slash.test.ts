import { expect, it } from '@jest/globals';
import {
  canonicalLiteral,
  decode,
  fromMatched,
  hasEscapedSeparator,
  toMatched,
} from './escaped-slash.js';

it.each(['\u{18c21}', '\u{1e03a} ', 'a/b', '%', '!$&*+,:;=@', '\u{18c21}!'])(
  'a text that an expression matched is read back as %j',
  (text) => {
    expect(decode(fromMatched(toMatched(encodeURIComponent(text))))).toBe(text);
  },
);

it('literal text is escaped as in a canonical path, which has neither query nor fragment', () => {
  expect(canonicalLiteral('/a b?c#d?é+@')).toBe('/a%20b%3Fc%23d%3F%C3%A9+@');
});

it('only an escaped slash and a backslash are escaped separators', () => {
  const texts = ['a/b', '%61%2E', '%252F', '\u{18c2f}', '%2F', '%2f', '%5C'];
  expect(texts.map((text) => hasEscapedSeparator(toMatched(text)))).toEqual([
    false,
    false,
    false,
    false,
    true,
    true,
    true,
  ]);
});
