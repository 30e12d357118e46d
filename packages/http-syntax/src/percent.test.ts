import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { soup } from '../test/properties.js';
import {
  decodePercent,
  decodePercentLeniently,
  encodeFormComponent,
  encodeFragment,
  encodePath,
  encodePathSegment,
  encodeQuery,
  encodeReceivedPath,
  encodeReference,
  encodeUserInfo,
} from './percent.js';

const SOUP = 'a1/?#%%%%2fFc3A9é\u{1f600}+&=:@ "\n[]\\\'';
const GEN_DELIMS_AND_OTHERS = ':/?#[]@ "<>\\^`{|}%\u0000\u007f';

describe('decodePercent', () => {
  it.each<[string, string | null]>([
    ['', ''],
    ['a+b', 'a+b'],
    ['%41%2f%C3%A9%F0%9F%98%80', 'A/é😀'],
    ['%2541', '%41'],
    ['%00', '\0'],
    ['%', null],
    ['a%4', null],
    ['%zz', null],
    ['%E9', null],
    ['%C0%80', null],
    ['%ED%A0%80', null],
    ['%F4%90%80%80', null],
    ['%C3é', null],
  ])('reads %j', (text, decoded) => {
    expect(decodePercent(text)).toBe(decoded);
  });

  it('agrees with decodeURIComponent on any text', () => {
    fc.assert(
      fc.property(soup(SOUP), (text) => {
        expect(decodePercent(text)).toBe(platformDecode(text));
      }),
      { numRuns: numRuns() },
    );
  });
});

describe('decodePercentLeniently', () => {
  it.each([
    ['50%', '50%'],
    ['%zz%41', '%zzA'],
    ['%E9%C3%A9%c3', '%E9é%c3'],
    ['%%41', '%A'],
  ])('reads %j as %j', (text, decoded) => {
    expect(decodePercentLeniently(text)).toBe(decoded);
  });

  it('agrees with decodePercent on all text that it can decode', () => {
    fc.assert(
      fc.property(soup(SOUP), (text) => {
        const strict = decodePercent(text);
        fc.pre(strict !== null);
        expect(decodePercentLeniently(text)).toBe(strict);
      }),
      { numRuns: numRuns() },
    );
  });
});

const encoders = {
  encodePathSegment,
  encodePath,
  encodeQuery,
  encodeFragment,
  encodeUserInfo,
  encodeReference,
};

describe.each(Object.entries(encoders))('%s', (_, encode) => {
  it('keeps valid escapes in their case and escapes a stray percent sign', () => {
    expect(encode('%41%2f%zz%')).toBe('%41%2f%25zz%25');
  });

  it('leaves unreserved characters and sub-delimiters alone', () => {
    const text = "azAZ09-._~!$&'()*+,;=";
    expect(encode(text)).toBe(text);
  });

  it('writes other characters as UTF-8, an unpaired surrogate as U+FFFD', () => {
    expect(encode('é😀\ud800a\udc00')).toBe('%C3%A9%F0%9F%98%80%EF%BF%BDa%EF%BF%BD');
  });

  it('is idempotent, and keeps the decoded text', () => {
    fc.assert(
      fc.property(soup(SOUP), (text) => {
        const encoded = encode(text);
        expect(encode(encoded)).toBe(encoded);
        expect(decodePercentLeniently(encoded)).toBe(decodePercentLeniently(text));
        expect(encoded).toMatch(/^(?:[\w.~!$&'()*+,;=:@/?#[\]-]|%[\dA-Fa-f]{2})*$/);
      }),
      { numRuns: numRuns() },
    );
  });
});

describe('the parts of a URI', () => {
  it.each([
    ['encodePathSegment', encodePathSegment, ':@'],
    ['encodePath', encodePath, ':/@'],
    ['encodeQuery', encodeQuery, ':/?@'],
    ['encodeFragment', encodeFragment, ':/?@'],
    ['encodeUserInfo', encodeUserInfo, ''],
    ['encodeReference', encodeReference, ':/?#[]@'],
  ])('%s keeps only its own set of the other ASCII characters', (_, encode, kept) => {
    const same = Array.from(GEN_DELIMS_AND_OTHERS).filter(
      (character) => encode(character) === character,
    );
    expect(same.join('')).toBe(kept);
  });
});

describe('encodeReceivedPath', () => {
  it.each(['/%zz', '/50%', '/%4', '/a\\b', '/%41%2f', '/%E9'])('keeps %j as received', (path) => {
    expect(encodeReceivedPath(path)).toBe(path);
  });

  it('encodes the same characters as encodePath otherwise', () => {
    fc.assert(
      fc.property(soup(SOUP), (text) => {
        const path = text.replaceAll(/%(?![\dA-Fa-f]{2})|\\/g, '');
        fc.pre(!/%(?![\dA-Fa-f]{2})/.test(path));
        expect(encodeReceivedPath(path)).toBe(encodePath(path));
      }),
      { numRuns: numRuns() },
    );
  });
});

describe('encodeFormComponent', () => {
  it('encodes like PHP, percent signs always', () => {
    expect(encodeFormComponent("a-_.~ %41+é!*'()")).toBe('a-_.%7E+%2541%2B%C3%A9%21%2A%27%28%29');
  });
});

function platformDecode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
