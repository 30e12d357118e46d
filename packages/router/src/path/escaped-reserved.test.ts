import { expect, it } from '@jest/globals';
import { decode, fromMatched, toMatched } from './escaped-reserved.js';

it.each(['\u{18c21}', '\u{1e03a} ', 'a/b', '%', '!$&*+,:;=@', '\u{18c21}!'])(
  'a text that an expression matched is read back as %j',
  (text) => {
    expect(decode(fromMatched(toMatched(encodeURIComponent(text))))).toBe(text);
  },
);
