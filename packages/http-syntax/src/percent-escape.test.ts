import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { soup } from '../test/properties.js';
import { escapedByte, escapedCodePoint } from './percent-escape.js';

describe('escapedByte', () => {
  it.each([
    ['%00', 0],
    ['%7f', 0x7f],
    ['%fF', 255],
    ['%', -1],
    ['%4', -1],
    ['%4g', -1],
    ['%\u0141\u0141', -1],
    ['41', -1],
  ])('of %j is %d', (text, byte) => {
    expect(escapedByte(text, 0)).toBe(byte);
  });
});

describe('escapedCodePoint', () => {
  it('reads every escaped byte pair and triple as decodeURIComponent does', () => {
    for (let lead = 0; lead < 256; lead++) {
      for (const rest of [
        '',
        '%7F',
        '%80',
        '%8F',
        '%90',
        '%9F',
        '%A0',
        '%BF',
        '%C0',
        '%80%80',
        '%A0%80',
        '%BF%BF',
        '%8F%BF%BF',
        '%90%80%80',
        '%80%80%80',
        '%BF%BF%BF',
      ]) {
        const text = `%${lead.toString(16).padStart(2, '0')}${rest}`;
        expect([text, firstCharacter(text)]).toEqual([text, firstByPlatform(text)]);
      }
    }
  });

  it('agrees with decodeURIComponent on random bytes', () => {
    fc.assert(
      fc.property(soup('%%%%0489aAbBcCdDeEfF'), (text) => {
        fc.pre(text.startsWith('%'));
        expect(firstCharacter(text)).toEqual(firstByPlatform(text));
      }),
      { numRuns: numRuns() },
    );
  });
});

function firstCharacter(text: string): string | null {
  const point = escapedCodePoint(text, 0);
  if (point === -1) return null;
  return String.fromCodePoint(point);
}

/** The character that the shortest decodable prefix of whole escapes gives. */
function firstByPlatform(text: string): string | null {
  for (const length of [3, 6, 9, 12]) {
    if (length > text.length) return null;
    try {
      const decoded = decodeURIComponent(text.slice(0, length));
      return Array.from(decoded).length === 1 ? decoded : null;
    } catch {
      continue;
    }
  }
  return null;
}
