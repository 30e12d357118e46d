import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyCharacter } from '../../../tooling/properties/any-character.js';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { growth } from '../../../tooling/testing/growth.js';
import { parseAuthorization } from './index.js';

describe('parseAuthorization', () => {
  it.each([
    ['Bearer mF_9.B5f-4.1JqM', 'mF_9.B5f-4.1JqM'],
    ['bearer abc', 'abc'],
    ['BEARER abc', 'abc'],
    ['Bearer    abc', 'abc'],
    ['Bearer a==', 'a=='],
    ['Bearer -._~+/=', '-._~+/='],
  ])('finds the token of %j', (value, token) => {
    expect(parseAuthorization([value], 'bearer', 100)).toEqual({ kind: 'found', token });
  });

  it.each([
    'Basic QTpi',
    'Digest username="Mufasa", realm="http-auth@example.org"',
    'Negotiate',
    'Bearers abc',
    'Beare abc',
  ])('finds no credentials of its scheme in %j', (value) => {
    expect(parseAuthorization([value], 'bearer', 100)).toEqual({ kind: 'missing' });
  });

  it('finds none in a request without the header', () => {
    expect(parseAuthorization([], 'bearer', 100)).toEqual({ kind: 'missing' });
  });

  it.each([
    [''],
    [' '],
    [' Bearer abc'],
    ['Bearer'],
    ['Bearer '],
    ['Bearer a b'],
    ['Bearer a,b'],
    ['Bearer a, Bearer b'],
    ['Bearer a, Basic QTpi'],
    ['Bearer\tabc'],
    ['Bearer \tabc'],
    ['Bearer abc '],
    ['Bearer a=b'],
    ['Bearer ='],
    ['Bearer "abc"'],
    ['Bearer token="abc"'],
    ['Bearer \u00e9'],
    ['Bearer abc\n'],
    ['Bearer,abc'],
    ['"Bearer" abc'],
    ['Be(arer abc'],
    ['abc@'],
    ['Bearer a', 'Bearer b'],
    ['Bearer a', 'Bearer a'],
    ['Digest a="b"', 'Bearer a'],
  ])('refuses %j, %j as malformed', (...values) => {
    const given = values.filter((value): value is string => typeof value === 'string');
    expect(parseAuthorization(given, 'bearer', 100)).toEqual({ kind: 'malformed' });
  });

  it('limits the characters of the value, of its own scheme alone', () => {
    expect(parseAuthorization(['Bearer abc'], 'bearer', 10)).toEqual({
      kind: 'found',
      token: 'abc',
    });
    expect(parseAuthorization(['Bearer abcd'], 'bearer', 10)).toEqual({ kind: 'too-long' });
    expect(parseAuthorization(['Bearer  a,b'], 'bearer', 10)).toEqual({ kind: 'too-long' });
    expect(parseAuthorization(['Digest abcd'], 'bearer', 10)).toEqual({ kind: 'missing' });
  });

  it('finds exactly the tokens of the grammar, in any header', () => {
    const unit = fc.constantFrom(...Array.from('aZ9-._~+/= ,"\t\u00e9'));
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        const isToken = /^[a-zA-Z0-9._~+/-]+=*$/.test(text);
        const expected = isToken ? { kind: 'found', token: text } : { kind: 'malformed' };
        // Spaces before a token belong to the header.
        fc.pre(!text.startsWith(' '));
        expect(parseAuthorization([`Bearer ${text}`], 'bearer', 1_000)).toEqual(expected);
      }),
      { numRuns: numRuns() },
    );
  });

  it('never throws, whatever the headers contain', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: anyCharacter }), { maxLength: 3 }), (values) => {
        expect(() => parseAuthorization(values, 'basic', 20)).not.toThrow();
      }),
      { numRuns: numRuns() },
    );
  });

  it('takes time linear in the length of the header', async () => {
    for (const piece of ['a', '=', ' ', 'a=', ' a']) {
      const header = (size: number) => [`Bearer ${piece.repeat(size)}`];
      const read = (values: readonly string[]) => parseAuthorization(values, 'bearer', Infinity);
      expect([piece, (await growth(header, read, 4_000)) < 10]).toEqual([piece, true]);
    }
  });
});
