import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseItem } from 'structured-headers';
import { anyCharacter } from '../../../tooling/properties/any-character.js';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { parseIdempotencyKey } from './index.js';

const UUID = '8e03978e-40d5-43dd-bc93-6894a57f9324';

describe('parseIdempotencyKey', () => {
  it.each([
    [`"${UUID}"`, UUID],
    ['"k"', 'k'],
    ['" "', ' '],
    ['"~!"', '~!'],
    ['"a\\"b"', 'a"b'],
    ['"a\\\\b"', 'a\\b'],
    ['"a;b,c"', 'a;b,c'],
  ])('reads the string %s', (value, key) => {
    expect(parseIdempotencyKey(value)).toBe(key);
  });

  it.each([
    ['without quotes', UUID],
    ['that is empty', '""'],
    ['without a value', ''],
    ['without its last quote', '"k'],
    ['of one quote', '"'],
    ['with a parameter', '"k";a=1'],
    ['of two strings', '"k", "l"'],
    ['with text after it', '"k"l'],
    ['with a space before it', ' "k"'],
    ['with an unknown escape', '"a\\b"'],
    ['with an escape that has no end', '"a\\"'],
    ['with a tab', '"a\tb"'],
    ['with a line break', '"a\n"'],
    ['that ends with a line break', '"a"\n'],
    ['with NUL', '"a\0"'],
    ['with DEL', '"a\x7f"'],
    ['with a letter beyond ASCII', '"é"'],
    ['that is a token', 'k'],
    ['that is an integer', '7'],
    ['that is bytes', ':azE=:'],
    ['that is a boolean', '?1'],
    ['that is a display string', '%"k"'],
    ['that is a list', '("k")'],
  ])('refuses a value %s', (_, value) => {
    expect(parseIdempotencyKey(value)).toBeNull();
  });

  it.each([
    ['plain', 'k', 'k'],
    ['escaped', '\\"', '"'],
  ])('reads a string of 255 %s characters, and no longer one', (_, written, read) => {
    expect(parseIdempotencyKey(`"${written.repeat(255)}"`)).toBe(read.repeat(255));
    expect(parseIdempotencyKey(`"${written.repeat(256)}"`)).toBeNull();
  });

  it('reads an unquoted key as the same key, if configured', () => {
    expect(parseIdempotencyKey(UUID, true)).toBe(UUID);
    expect(parseIdempotencyKey(`"${UUID}"`, true)).toBe(UUID);
    expect(parseIdempotencyKey('k'.repeat(255), true)).toBe('k'.repeat(255));
  });

  it.each(['', '""', 'a b', 'a"b', '"a', 'a\\', 'a,b', 'a;b', 'a\n', '\x7f', 'é', 'k'.repeat(256)])(
    'refuses the unquoted key %j too',
    (value) => {
      expect(parseIdempotencyKey(value, true)).toBeNull();
    },
  );

  it('agrees with a parser of structured fields about every value without parameters', () => {
    const piece = fc.oneof(fc.constantFrom('"', '\\', '\\"', '\\\\', 'a', ' '), anyCharacter);
    const value = fc.oneof(
      fc.array(piece).map((pieces) => pieces.join('')),
      fc.array(piece).map((pieces) => `"${pieces.join('')}"`),
    );
    fc.assert(
      fc.property(value, (text) => {
        fc.pre(!text.startsWith(' ') && !text.endsWith(' '));
        expect(parseIdempotencyKey(text)).toBe(stringOf(text));
      }),
      { numRuns: numRuns() },
    );
  });
});

/** The string of an item without parameters, as another library reads it. */
function stringOf(text: string): string | null {
  try {
    const [value, parameters] = parseItem(text) as unknown as [
      unknown,
      ReadonlyMap<string, unknown>,
    ];
    const isKey = typeof value === 'string' && value !== '' && value.length <= 255;
    return isKey && parameters.size === 0 && !/;/.test(text.slice(text.lastIndexOf('"')))
      ? value
      : null;
  } catch {
    return null;
  }
}
