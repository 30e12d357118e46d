import { describe, expect, it } from '@jest/globals';
import { decodeUtf8, encodeUtf8, utf8Length } from './utf8.js';

describe('utf8Length', () => {
  const widths = ['a', '\x7f', '\x80', '\u00e9', '\u20ac', '\u{1f600}', '\ud800'];
  // 24 characters are counted without the encoder, and it encodes 16,384 bytes at a time.
  const lengths = [0, 1, 2, 23, 24, 25, 4095, 4096, 4097, 5461, 5462, 8192, 16_383, 16_384, 16_385];

  it.each(widths)('is the number of bytes of a text of %j, of any length', (character) => {
    for (const length of lengths) {
      const text = character.repeat(length);
      expect([length, utf8Length(text)]).toEqual([length, encodeUtf8(text).length]);
    }
  });

  it('counts a single character outside ASCII at any place of a short text', () => {
    for (let at = 0; at < 24; at++) {
      expect(utf8Length(`${'a'.repeat(at)}\u00e9${'a'.repeat(23 - at)}`)).toBe(25);
    }
  });
});

it('an unpaired surrogate becomes U+FFFD, a byte order mark stays', () => {
  expect([...encodeUtf8('\ud800a')]).toEqual([0xef, 0xbf, 0xbd, 0x61]);
  expect(decodeUtf8(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0xff))).toBe('\ufeffa\ufffd');
});
