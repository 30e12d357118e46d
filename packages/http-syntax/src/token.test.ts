import { describe, expect, it } from '@jest/globals';
import { isToken } from './token.js';

describe('isToken', () => {
  it.each(['GET', 'x-request-id', '__proto__', "!#$%&'*+-.^_`|~09azAZ"])('accepts %j', (text) => {
    expect(isToken(text)).toBe(true);
  });

  it.each([
    '',
    ' ',
    'a b',
    'a\n',
    '\na',
    'a\0',
    'a:',
    'a/b',
    '(a)',
    'a,b',
    '"a"',
    'é',
    'a\u0141',
    '\u{1f600}',
  ])('refuses %j', (text) => {
    expect(isToken(text)).toBe(false);
  });

  it('accepts exactly the 77 characters of RFC 9110 5.6.2 among the first 1,000', () => {
    const accepted = Array.from({ length: 1000 }, (_, code) => String.fromCharCode(code)).filter(
      isToken,
    );
    expect(accepted.sort().join('')).toBe(
      "!#$%&'*+-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ^_`abcdefghijklmnopqrstuvwxyz|~",
    );
  });
});
