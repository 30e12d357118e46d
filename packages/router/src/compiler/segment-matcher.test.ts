import { describe, expect, it } from '@jest/globals';
import { ExpressionMatcher } from './expression-matcher.js';
import { SegmentMatcher } from './segment-matcher.js';

/** The values that a matcher finds, behind one that was there before; null if it does not match. */
function valuesOf(matcher: SegmentMatcher | ExpressionMatcher, text: string) {
  const values = ['before'];
  return matcher.match(text, values, 1) ? values : null;
}

describe('SegmentMatcher', () => {
  it.each([
    [['', ''], 'a', ['a']],
    [['', ''], '', null],
    [['', '-', ''], 'a-b', ['a', 'b']],
    [['', '-', ''], 'a-b-c', ['a-b', 'c']],
    [['', '-', ''], 'a--', ['a', '-']],
    [['', '-', ''], '--', null],
    [['', '-', ''], '-a', null],
    [['', '-', ''], 'a-', null],
    [['', '-', ''], 'ab', null],
    [['v', ''], 'v1', ['1']],
    [['v', ''], 'v', null],
    [['v', ''], 'w1', null],
    [['', '.x'], '1.x', ['1']],
    [['', '.x'], '.x', null],
    [['', '.x'], '1.y', null],
    [['aa', 'aa'], 'aaa', null],
    [['aa', 'aa'], 'aaaa', null],
    [['aa', 'aa'], 'aaaaa', ['a']],
    [['a', '-', '-', 'z'], 'a1-2-3z', ['1', '2', '3']],
    [['a', '-', '-', 'z'], 'a1-2z', null],
    [['', '+', ''], '1%2B2+3', ['1+2', '3']],
    [['', '+', ''], '1%2f2+3', ['1%2F2', '3']],
    [['', '-', ''], '%C3%A9-%25', ['é', '%25']],
    [['', '-', ''], '%-%', ['%', '%']],
  ])('with the literals %j reads %s as %j', (literals, text, values) => {
    expect(valuesOf(new SegmentMatcher(literals), text)).toEqual(values && ['before', ...values]);
  });

  it('takes 1,024 characters as each argument, and no more', () => {
    const matcher = new SegmentMatcher(['', '-', '']);
    const [most, more] = ['x'.repeat(1024), 'x'.repeat(1025)];
    expect(valuesOf(matcher, `${most}-${most}`)).toEqual(['before', most, most]);
    expect(valuesOf(matcher, `${more}-a`)).toBeNull();
    expect(valuesOf(matcher, `a-${more}`)).toBeNull();
  });

  it('has the key of another one with the same literals', () => {
    expect(new SegmentMatcher(['a', 'b']).key).toBe(new SegmentMatcher(['a', 'b']).key);
    expect(new SegmentMatcher(['a","b', '']).key).not.toBe(new SegmentMatcher(['a', 'b', '']).key);
  });
});

describe('ExpressionMatcher', () => {
  it('gives the whole text of a single placeholder, still encoded', () => {
    expect(valuesOf(new ExpressionMatcher('([^/]{1,})', true, [false]), '%C3%A9%2Fa')).toEqual([
      'before',
      '%C3%A9%2Fa',
    ]);
  });

  it('gives the text of each group, escaped again where it has to be', () => {
    const matcher = new ExpressionMatcher('([^+/]{1,})\\+([^+/]{0,})', false, [false, false]);
    expect(valuesOf(matcher, '1%2f%252+')).toEqual(['before', '1%2F%252', '']);
    expect(valuesOf(matcher, '12')).toBeNull();
  });

  it('refuses an escaped separator where a group is strict, and only there', () => {
    const alone = new ExpressionMatcher('(.{1,})', true, [true]);
    expect(['a/b', 'a%20b', 'a%2Fb', 'a%5Cb'].map((text) => alone.match(text, [], 0))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    const second = new ExpressionMatcher('([^/]{1,})-(.{1,})', false, [false, true]);
    expect(valuesOf(second, 'a%2F%5C-b/c')).toEqual(['before', 'a%2F\\', 'b/c']);
    expect(valuesOf(second, 'a-b%2Fc')).toBeNull();
  });

  it('has another key where a group is strict', () => {
    const keys = [true, false].map((strict) => new ExpressionMatcher('(.)', true, [strict]).key);
    expect(keys).toEqual(['(.) without %2F, %5C (see escapedSlashes)', '(.)']);
  });

  it('matches the whole text only', () => {
    for (const alone of [true, false]) {
      const matcher = new ExpressionMatcher('(a)', alone, [false]);
      expect(['a', 'ab', 'ba', 'a\n'].map((text) => matcher.match(text, [], 0))).toEqual([
        true,
        false,
        false,
        false,
      ]);
    }
  });

  it('takes 1,024 decoded characters, and no more', () => {
    for (const alone of [true, false]) {
      const matcher = new ExpressionMatcher('([^/]{1,})', alone, [false]);
      expect(matcher.match('%C3%A9'.repeat(1024), [], 0)).toBe(true);
      expect(matcher.match('%C3%A9'.repeat(1025), [], 0)).toBe(false);
    }
  });
});
