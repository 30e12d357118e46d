import { describe, expect, it } from '@jest/globals';
import { allowsRange, representationOf } from './representation.js';

const rules = { contentType: 'text/plain', coding: null, strongTags: true, now: 10_000 };

const tagOf = (size: number, mtimeMs: number, changed: Partial<typeof rules> | object = {}) =>
  representationOf({ size, mtimeMs }, { ...rules, ...changed }).etag;

describe('the tag of a file', () => {
  it('differs for times that differ by a quarter of a millisecond', () => {
    expect(tagOf(1, 5000.25)).not.toBe(tagOf(1, 5000.5));
  });

  it('differs by size and by coding', () => {
    const tags = [tagOf(1, 5000), tagOf(2, 5000), tagOf(1, 5000, { coding: 'br' })];
    expect(new Set(tags).size).toBe(3);
  });

  it('is strong for a file that was changed more than 2 s ago', () => {
    expect([tagOf(1, 7999), tagOf(1, 8000)]).toEqual([
      expect.stringMatching(/^"/),
      expect.stringMatching(/^W\/"/),
    ]);
  });

  it('is weak unless equal tags mean equal bytes', () => {
    expect(tagOf(1, 0, { strongTags: false })).toMatch(/^W\/"/);
  });
});

describe('If-Range', () => {
  const strong = representationOf({ size: 1, mtimeMs: 5000 }, rules);
  const weak = representationOf({ size: 1, mtimeMs: 5000 }, { ...rules, strongTags: false });

  it.each([
    [null, true],
    ['', false],
    [strong.etag, true],
    ['"other"', false],
    ['Thu, 01 Jan 1970 00:00:05 GMT', true],
    ['Thu, 01 Jan 1970 00:00:06 GMT', false],
    ['Thu Jan  1 00:00:05 1970', true],
    ['Fri, 01 Jan 1970 00:00:05 GMT', false],
  ])('%p allows a range of a file with a strong tag: %p', (value, isAllowed) => {
    expect(allowsRange(value, strong)).toBe(isAllowed);
  });

  it('only its absence allows a range of a file with a weak tag', () => {
    const values = [null, '', weak.etag, 'Thu, 01 Jan 1970 00:00:05 GMT'];
    expect(values.map((value) => allowsRange(value, weak))).toEqual([true, false, false, false]);
  });
});
