import { describe, expect, it } from '@jest/globals';
import { errorOf } from '../../test/error-of.js';
import { expressionSource } from './expression.js';
import { parseExpression } from './parse-expression.js';

describe('parseExpression', () => {
  it('accepts a count of 1,024, the maximum length of an argument, and refuses one more', () => {
    expect(parseExpression('a{1024}', '', 0)).toMatchObject({ min: 1024, max: 1024 });
    expect(() => parseExpression('a{1025}', '', 0)).toThrow('nor 1024');
  });

  it.each([
    ['(?i)abc', 'modifiers', 0],
    ['a(?i:b)', 'modifiers', 1],
    ['(?>a)', 'atomic group', 0],
    ['(?|a)', 'branch reset', 0],
    ['(?#x)a', 'comment', 0],
    ['(?(1)a)', 'condition', 0],
    ['(?R)', 'modifiers|no group', 0],
    ['(?&x)', 'not a group', 0],
    ['a++', 'possessive', 2],
    ['a*+', 'possessive', 2],
    ['\\h+', 'horizontal whitespace', 0],
    ['\\H', 'horizontal whitespace', 0],
    ['\\v', 'vertical whitespace', 0],
    ['\\R', 'line break', 0],
    ['\\N', 'line break', 0],
    ['\\A', 'beginning', 0],
    ['a\\z', 'end', 1],
    ['a\\Z', 'end', 1],
    ['\\G', 'beginning', 0],
    ['\\K', 'reset', 0],
    ['\\Q.\\E', 'quoted text', 0],
    ['\\X', 'grapheme', 0],
    ['\\pL', 'braces', 0],
    ['\\p{Greek}', 'does not support', 0],
    ['\\x{41}', '\\\\x and two digits', 0],
    ['\\1', 'refers to a group', 0],
    ['\\0', 'refers to a group', 0],
    ['\\k<a>', 'no meaning', 0],
    ['[[:alpha:]]', 'POSIX', 1],
    ['[]a]', 'begins with "]"', 1],
    ['(a)', 'capturing', 0],
    ['a(?<n>b)', 'capturing', 1],
    ["(?'n'b)", 'capturing', 0],
    ['(?P<n>b)', 'capturing', 0],
    ['^a', 'anchor', 0],
    ['a$', 'anchor', 1],
    ['*a', 'nothing to repeat', 0],
    ['(?:a', 'not closed', 0],
    ['[a', 'not closed', 0],
    ['a)', 'no opening', 1],
    ['[b-a]', 'reversed', 2],
    ['a{3,2}', 'invalid repetition counts', 1],
    ['\\b+', 'cannot be repeated', 2],
    ['a\\', 'ends with', 1],
    ['\\u{110000}', 'invalid code point', 0],
    ['\\uD800', 'invalid code point', 0],
  ])('refuses %s: %s, and says what to write instead', (text, rule, index) => {
    const error = errorOf(() => parseExpression(text, `/{x:${text}}`, 4));
    expect(error.code).toBe('PATTERN_EXPRESSION');
    expect(error.message).toMatch(new RegExp(rule));
    expect(error.message).toMatch(/write|remove|use|escape/);
    expect(error.index).toBe(4 + index);
  });

  it.each([
    ['a|bc', ['a', 'bc'], ['b', 'abc']],
    ['(?:a|b)c', ['ac', 'bc'], ['a', 'c']],
    ['a{2}', ['aa'], ['a', 'aaa']],
    ['a{2,}?', ['aa', 'aaa'], ['a']],
    ['(?:ab){1,2}', ['ab', 'abab'], ['', 'ababab']],
    ['x{1}{2}', ['xx'], ['x']],
    ['{x}', ['{x}'], ['x']],
    ['a{,2}', ['a{,2}'], ['aa']],
    ['[\\w.-]+', ['a-b.c'], ['a b']],
    ['[\\w-.]+', ['a-b.c'], ['a b']],
    ['[^a-c]', ['d', '\n'], ['b']],
    ['[{}]', ['{', '}'], ['x']],
    ['\\x41\\u0042\\u{43}', ['ABC'], ['abc']],
    ['\\p{L}+', ['aé日'], ['1']],
    ['\\.\\-\\/\\#', ['.-/#'], ['a-/#']],
    ['\\t\\n', ['\t\n'], ['tn']],
    ['.', ['\r', '\u2028', '😀'], ['\n', 'ab']],
    ['\\bab\\b', ['ab'], ['a']],
    ['(?!admin).+', ['user'], ['admin', 'administrator']],
    ['a b#c', ['a b#c'], ['abc']],
    ['', [''], ['a']],
  ])('reads %s', (text, matching, others) => {
    const expression = whole(text);
    expect(matching.filter((each) => !expression.test(each))).toEqual([]);
    expect(others.filter((each) => expression.test(each))).toEqual([]);
  });

  it('anchors strictly: neither a line feed nor other digits match', () => {
    expect(['12\n', '١', ' 12', '12 '].filter((each) => whole('[0-9]+').test(each))).toEqual([]);
  });
});

function whole(text: string): RegExp {
  return new RegExp(`^(?:${expressionSource(parseExpression(text, text, 0))})$`, 'u');
}
