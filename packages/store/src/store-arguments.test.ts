import { describe, expect, it, jest } from '@jest/globals';
import { checkKey, checkStep, checkTtl, MAX_TTL, valueBytes } from './index.js';
import { MAX_STEP } from './store-arguments.js';

describe('a refused argument of a store', () => {
  it.each<[string, () => unknown, string]>([
    [
      'STORE_KEY_INVALID',
      () => {
        checkKey('a\0');
      },
      'invalid key: received a string of length 2; expected 1 to 512 bytes of UTF-8 without NUL',
    ],
    [
      'STORE_TTL_INVALID',
      () => {
        checkTtl(MAX_TTL + 1);
      },
      'invalid time to live: received 315360000001; expected an integer of milliseconds from 1 to 315360000000',
    ],
    [
      'STORE_STEP_INVALID',
      () => {
        checkStep(MAX_STEP + 1);
      },
      'invalid step: received 2147483648; expected an integer from -2147483647 to 2147483647',
    ],
    [
      'STORE_VALUE_INVALID',
      () => valueBytes(7 as never, 1),
      'invalid value: received 7; expected a string or a Uint8Array',
    ],
    [
      'STORE_VALUE_TOO_LARGE',
      () => valueBytes('éa', 2),
      'the value has 3 bytes and exceeds the limit of 2; store less, or raise `maxBytes`',
    ],
    [
      'STORE_VALUE_TOO_LARGE',
      () => valueBytes(new Uint8Array(3), 2),
      'the value has 3 bytes and exceeds the limit of 2; store less, or raise `maxBytes`',
    ],
  ])('has the code %s, and says what was expected', (code, check, message) => {
    expect(check).toThrow(expect.objectContaining({ code, message, status: 500 }));
  });

  it.each<[unknown, (value: never) => unknown]>([
    [-1, checkTtl],
    [1.5, checkStep],
    ['', checkKey],
    [null, (value) => valueBytes(value, 1)],
  ])('is the value of the error: %j', (value, check) => {
    expect(() => check(value as never)).toThrow(expect.objectContaining({ value }));
  });

  it('that is a text of more characters than bytes are allowed is not encoded', () => {
    const encode = jest.spyOn(TextEncoder.prototype, 'encode');
    try {
      expect(() => valueBytes('abc', 2)).toThrow(
        expect.objectContaining({ code: 'STORE_VALUE_TOO_LARGE', value: 3 }),
      );
      expect(encode).not.toHaveBeenCalled();
    } finally {
      encode.mockRestore();
    }
  });
});

it('the bytes of a value are a copy without the class of the given ones', () => {
  const given = Buffer.from('abc');
  const bytes = valueBytes(given, 3);
  given.fill(0);
  expect([bytes, bytes.constructor]).toEqual([Uint8Array.of(97, 98, 99), Uint8Array]);
});
