import { validateHeaderValue } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { soup } from '../test/properties.js';
import { isFieldValue, trimOws } from './field-value.js';

const HOSTILE = 'ab \t\r\n\0\u001b\u007f\u000b\u0080\u00ff\u0100\u2028';

describe('isFieldValue', () => {
  it.each(['', 'a', ' a\tb ', '\u0080\u00ff', '"quoted", list'])('accepts %j', (text) => {
    expect(isFieldValue(text)).toBe(true);
  });

  it.each([
    'a\n',
    'a\r\nb',
    '\r',
    'a\0',
    '\u001b',
    '\u000b',
    '\u007f',
    '\u0100',
    '\u2028',
    '\ud800',
  ])('refuses %j', (text) => {
    expect(isFieldValue(text)).toBe(false);
  });

  it('accepts exactly tab, 0x20-0x7E and 0x80-0xFF, at any position', () => {
    const allowed = (code: number) =>
      code === 9 || (code >= 0x20 && code <= 0x7e) || (code >= 0x80 && code <= 0xff);
    fc.assert(
      fc.property(soup(HOSTILE), (text) => {
        expect(isFieldValue(text)).toBe(Array.from(text).every((c) => allowed(c.charCodeAt(0))));
      }),
      { numRuns: numRuns() },
    );
  });

  it('accepts nothing for which a Node server or a fetch Headers object throws', () => {
    fc.assert(
      fc.property(soup(HOSTILE), (text) => {
        fc.pre(isFieldValue(text));
        validateHeaderValue('x', text);
        expect(new Headers([['x', text]]).get('x')).toBe(trimOws(text));
      }),
      { numRuns: numRuns() },
    );
  });
});

describe('trimOws', () => {
  it.each([
    ['', ''],
    [' \t ', ''],
    ['\ta b\t ', 'a b'],
    ['a', 'a'],
    ['\na\u00a0', '\na\u00a0'],
  ])('converts %j to %j', (text, trimmed) => {
    expect(trimOws(text)).toBe(trimmed);
  });
});
