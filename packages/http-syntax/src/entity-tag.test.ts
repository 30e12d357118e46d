import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { hasEntityTag, isEntityTag, parseEntityTags } from './entity-tag.js';

describe('isEntityTag', () => {
  it.each(['"v1"', '""', 'W/"v1"', '"a\\b"', '"a,b"', '"\u00e9"', '"!#~\u0080\u00ff"'])(
    'is true of %j',
    (text) => {
      expect(isEntityTag(text)).toBe(true);
    },
  );

  it.each(['', 'v1', '"v1', 'w/"v1"', '"a"b"', '"a b"', '"a"\n', '"\u0100"', '"\u007f"', '*'])(
    'is false of %j',
    (text) => {
      expect(isEntityTag(text)).toBe(false);
    },
  );
});

describe('parseEntityTags', () => {
  it.each<[string, readonly string[], boolean]>([
    ['', [], false],
    [' , ,', [], false],
    ['"a"', ['"a"'], false],
    ['"a,b" ,W/"c",,""', ['"a,b"', 'W/"c"', '""'], false],
    ['"a"x', ['"a"'], true],
    ['"a" "b"', ['"a"'], true],
    ['"a", b, "c"', ['"a"'], true],
    ['"a", "b', ['"a"'], true],
    ['*', [], true],
  ])('finds in %j the tags %j, malformed: %j', (list, tags, isMalformed) => {
    expect(parseEntityTags(list)).toEqual({ tags, isMalformed });
  });
});

describe('hasEntityTag', () => {
  it.each(['"1"x', '"1" "2"', '"1", 2', '"1", "2'])(
    'finds a tag before a malformed member, in %j, in the weak comparison alone',
    (list) => {
      expect(hasEntityTag(list, '"1"', 'weak')).toBe(true);
      expect(hasEntityTag(list, '"1"', 'strong')).toBe(false);
    },
  );

  it('skips whitespace before, between and after the members of the list', () => {
    for (const list of [' \t"1"', '"0"\t , \t"1"', '"1" \t', ' , "1"', '"0",,"1"']) {
      expect(hasEntityTag(list, '"1"', 'strong')).toBe(true);
    }
  });

  // RFC 9110 8.8.3.2, table 3
  it.each([
    ['W/"1"', 'W/"1"', false, true],
    ['W/"1"', 'W/"2"', false, false],
    ['W/"1"', '"1"', false, true],
    ['"1"', '"1"', true, true],
  ])('compares %s and %s: strong %j, weak %j', (one, other, strong, weak) => {
    for (const [list, tag] of [
      [one, other],
      [other, one],
    ] as const) {
      expect(hasEntityTag(list, tag, 'strong')).toBe(strong);
      expect(hasEntityTag(list, tag, 'weak')).toBe(weak);
    }
  });

  it.each([
    ['*', true],
    [' * ', true],
    ['"a", "b"', true],
    ['"a","b"', true],
    [',, "a" ,, "b"', true],
    ['"a,b"', false],
    ['"\\", "b"', true],
    ['b', false],
    ['"b', false],
    ['"a" "b"', false],
    ['a, "b"', false],
    ['*, "b"', false],
    ['"a b", "b"', false],
    ['', false],
  ])('finds "b" in %j: %j', (list, found) => {
    expect(hasEntityTag(list, '"b"', 'weak')).toBe(found);
  });

  it('finds every member of every well-formed list, and no other', () => {
    const tag = fc
      .tuple(fc.boolean(), fc.string({ unit: fc.constantFrom('a', ',', '\\', '/', 'W') }))
      .map(([weak, text]) => `${weak ? 'W/' : ''}"${text}"`);
    fc.assert(
      fc.property(fc.array(tag, { maxLength: 5 }), tag, (tags, other) => {
        const list = tags.join(', ');
        for (const member of tags) expect(hasEntityTag(list, member, 'weak')).toBe(true);
        const strong = tags.includes(other) && !other.startsWith('W/');
        expect(hasEntityTag(list, other, 'strong')).toBe(strong);
      }),
      { numRuns: numRuns() },
    );
  });
});
