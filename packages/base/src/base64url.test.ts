import { describe, expect, it } from '@jest/globals';
import { fromBase64url, toBase64url } from './base64url.js';

describe('base64url', () => {
  it('is written without padding, and read back, for every byte and length', () => {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    for (const bytes of [all, ...[0, 1, 2, 3, 4].map((length) => all.slice(250, 250 + length))]) {
      const text = toBase64url(bytes);
      expect(text).toBe(Buffer.from(bytes).toString('base64url'));
      expect(fromBase64url(text)).toEqual(bytes);
    }
  });

  it.each([
    ['padding', 'AA=='],
    ['characters of base64', 'ab+/'],
    ['a space', 'ab c'],
    ['a line break', 'abcd\n'],
    ['one character too few', 'abcde'],
    ['another last character for one byte', 'AB'],
    ['another last character for two bytes', 'AAB'],
  ])('is not read with %s', (_name, text) => {
    expect(fromBase64url(text)).toBeNull();
  });
});
