import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { soup } from '../test/properties.js';
import { quote, quotedStringEnd, unquote } from './quoted-string.js';

describe('quotedStringEnd', () => {
  it.each([
    ['""', 2],
    ['"a;b" c', 5],
    ['"a\\"b"c', 6],
    ['a"b"', -1],
    ['"a', -1],
    ['"a\\', -1],
    ['"a\\"', -1],
    ['"a\nb"', -1],
    ['"a\\\0"', -1],
    ['"a\x7fb"', -1],
    ['"a\\\x7f"', -1],
    ['" \t~\x80\xff"', 7],
    ['"\u0100"', -1],
  ])('of %j is %d', (text, end) => {
    expect(quotedStringEnd(text, 0)).toBe(end);
  });
});

describe('quote', () => {
  it('is reversed by unquote, which reads to its end', () => {
    fc.assert(
      fc.property(soup('ab\\"; ,\t\u00e9'), (text) => {
        const quoted = quote(text);
        expect(quotedStringEnd(`${quoted}"`, 0)).toBe(quoted.length);
        expect(unquote(quoted)).toBe(text);
      }),
      { numRuns: numRuns() },
    );
  });
});
