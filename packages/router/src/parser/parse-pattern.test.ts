import { describe, expect, it } from '@jest/globals';
import { errorOf } from '../../test/error-of.js';
import { parsePattern } from './parse-pattern.js';

describe('parsePattern', () => {
  it.each([
    ['/a/:id', ['/a/', '{id}']],
    [':id', ['{id}']],
    ['/:a/:b', ['/', '{a}', '/', '{b}']],
    ['/:name.json', ['/', '{name}', '.json']],
    ['/:a-{b}', ['/', '{a}', '-', '{b}']],
    ['/a:b', ['/a:b']],
    ['/{a}:b', ['/', '{a}', ':b']],
    ['/:1', ['/:1']],
    ['/:', ['/:']],
    ['/::a', ['/::a']],
  ])('reads %s as %j', (pattern, parts) => {
    expect(printed(pattern)).toEqual([parts]);
  });

  it('reads :name in optional parts', () => {
    expect(printed('/a[/:b]')).toEqual([['/a'], ['/a/', '{b}']]);
    expect(printed('/a/[:b]')).toEqual([['/a/'], ['/a/', '{b}']]);
  });

  it('keeps colons that are not placeholders as text', () => {
    expect(parsePattern('/books/:id', false)).toEqual([['/books/:id']]);
  });

  it('reports where placeholders and expressions begin', () => {
    expect(parsePattern('/a/{ id : \\d+ }', true)[0]?.[1]).toEqual({
      name: 'id',
      expression: '\\d+',
      index: 3,
      expressionIndex: 10,
    });
  });

  it.each([
    ['/a[/b', '/a[/b', '  ^'],
    ['/a]', '/a]', '  ^'],
    ['/a[b]]', '/a[b]]', '     ^'],
    ['/a[b]c[d]', '/a[b]c[d]', '    ^'],
    ['/a[]', '/a[]', '  ^'],
    ['/a[b[]]', '/a[b[]]', '    ^'],
    ['/{a}/{a}', '/{a}/{a}', '     ^'],
    ['/files/:path+', '/files/:path+', '            ^'],
    ['/:opt(/:b)', '/:opt(/:b)', '     ^'],
    ['/a{', '/a{', '  ^'],
    ['/a{id', '/a{id', '  ^'],
    ['/{id:\\d+', '/{id:\\d+', ' ^'],
    ['/{a:\\{}', '/{a:\\{}', ' ^'],
    ['/a}', '/a}', '  ^'],
    ['/{a}}', '/{a}}', '    ^'],
    ['/{{a}', '/{{a}', ' ^'],
    ['/{}', '/{}', ' ^'],
    ['/{1a}', '/{1a}', ' ^'],
    ['/{a b}', '/{a b}', ' ^'],
    ['/{-a}', '/{-a}', ' ^'],
    ['/a[/{]', '/a[/{]', '    ^'],
    ['/a[/}]', '/a[/}]', '    ^'],
    ['/a]b]', '/a]b]', '    ^'],
    ['/a]', '/a]', '  ^'],
    ['/a[b[c]', '/a[b[c]', '    ^'],
    ['/a[b]c', '/a[b]c', '    ^'],
  ])('points at the error in %s', (pattern, ...lines) => {
    const error = errorOf(() => parsePattern(pattern, true));
    expect(error.message.split('\n').slice(1)).toEqual(lines.map((line) => `  ${line}`));
    expect(error.pattern).toBe(pattern);
    expect(error.index).toBe(lines[1].indexOf('^'));
  });

  it.each([
    ['/{*rest}', '{rest}', '{rest:.+}'],
    ['/{1a}', '{a}', '{a:.+}'],
    ['/{}', '{name}', '{name:.+}'],
    ['/{id?}', '{id}', '{id:.+}'],
  ])('says what to write instead of %s', (pattern, segment, rest) => {
    const { message } = errorOf(() => parsePattern(pattern, true));
    expect(message).toContain(
      `write ${segment} for a part of a segment, ${rest} for the rest of the path, [/${segment}] at the end for an optional segment`,
    );
  });

  it.each([
    ['/a]b]', 'this "]" has no opening "["; write [ before the optional part'],
    ['/a[b]]', 'this "]" has no opening "["; write [ before the optional part'],
    ['/a]b[c', 'this "[" is not closed; write ] at the end of the pattern'],
    ['/a[b', 'this "[" is not closed; write ] at the end of the pattern'],
    ['/a[b]c', 'an optional part ends before the end of the pattern'],
    ['/a[]', 'an optional part is empty; write the optional text between [ and ]'],
  ])('says of %s which bracket is wrong', (pattern, rule) => {
    expect(errorOf(() => parsePattern(pattern, true)).message).toContain(rule);
  });

  it('says what to write instead of :path+', () => {
    expect(errorOf(() => parsePattern('/:path+', true)).message).toContain('{path:.+}');
  });
});

function printed(pattern: string): string[][] {
  return parsePattern(pattern, true).map((variant) =>
    variant.map((part) => (typeof part === 'string' ? part : `{${part.name}}`)),
  );
}
