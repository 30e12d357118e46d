import { describe, expect, it } from '@jest/globals';
import { errorOf } from '../../test/error-of.js';
import { Router } from '../router.js';
import { ambiguity } from './ambiguity.js';
import { parseExpression } from './parse-expression.js';

describe('ambiguity', () => {
  it.each([
    '[a-z0-9]+(?:-[a-z0-9]+)*',
    '\\d{4}-\\d{2}-\\d{2}',
    '[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}',
    '.+',
    '.*',
    '\\d{1,3}(?:\\.\\d{1,3}){3}',
    '(?:\\d{1,3}\\.){3}\\d{1,3}',
    '[^/]+',
    'en|de|fr',
    '[a-z]{2}(?:-[A-Z]{2})?',
    '-?\\d+(?:\\.\\d+)?',
    '(?:[a-z]+/)*[a-z]+',
    '(?!admin)[^/]+',
    '(?!.*\\.php)[^/]+',
    '[A-Za-z_]\\w*',
    '\\d+\\.\\d+\\.\\d+(?:-[0-9A-Za-z.-]+)?',
    '[\\w.+-]+@[a-z0-9-]+(?:\\.[a-z]+)*',
    '(?:ab|cd)+',
    '(?:[a-z]{2}){3}',
  ])('of %s is none, so that a route can have it', (text) => {
    expect(of(text)).toBe(0);
    expect(new Router<null>().get(`/{x:${text}}`, null).argumentNames).toEqual(['x']);
  });

  it('distinguishes an exact count of up to 128 characters from an endless repetition', () => {
    expect(of('[0-9]{128}[0-9]*')).toBe(0);
    expect(of('[0-9]{129}[0-9]*')).toBe(1);
  });

  it.each(['[^/]+-[^/]+', '.+\\.[^/]+', '[a-z]+[a-z0-9]*', 'a*a*'])(
    'of %s is quadratic',
    (text) => {
      expect(of(text)).toBe(1);
    },
  );

  it.each([
    ['a*a*a*', 2],
    ['\\w+(?=.*x)', 2],
    ['.+@.+\\..+', 2],
    ['\\d{0,9}\\d{0,9}\\d{0,9}', 2],
    ['[^/]+-[^/]+-[^/]+-[^/]+', 3],
    ['(?=a*a*)x', 0],
    ['(?=a*a*a*)x', 2],
    ['(?=a*a*a*)(?!b*b*b*)x', 4],
    ['a+(?=b)', 0],
    ['(?=.*x)a+', 0],
    ['a{0}b+', 0],
    ['(?:ab|cd){2}[a-d]*', 0],
    ['(?:\\ba){2}a*', 0],
    ['(?:(?:ab){2}){2}[ab]*', 0],
    ['a?a?a*', 0],
    ['a{1}a*', 0],
    ['a{0,1}a*', 0],
    ['a{0,2}a*', 1],
    ['(?:a|bc){2}[a-c]*', 1],
    ['[^a]+é+', 1],
    ['[^é]+é+', 1],
  ])('of %s is of degree %d', (text, degree) => {
    expect(of(text)).toBe(degree);
  });

  it.each([
    '(?:a+)+',
    '(?:a*)*',
    '(?:a|a)*',
    '(?:a|ab|b)*',
    '(?:[a-z]+-?)+',
    '(?:a?b?)*',
    '(?:.*x)*',
    '(?:\\w+\\s?)*',
    '(?:a{1,3}){8}',
    '(?:a?){30}',
    '(?:aa?){20}',
    '(?:[^/]+/?)+',
    '(?:\\p{L}|\\w)+',
    '(?:(?=[a-z]*x)[a-z])*',
    '(?:é|[^a-z])+',
    '(?:a{0})*',
    '(?:\\ba?)*x',
    '(?:a|a)+',
    '(?:[^a]|[^é])+',
  ])('of %s is exponential', (text) => {
    expect(of(text)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('a route with an unsafe expression', () => {
  it.each([
    '/{x:(?:a+)+}',
    '/{x:(?:[a-z]+-?)+}',
    '/{a:.+}/{b:.+}/{c:.+}',
    '/{a:\\w+}-{b}-{c}-{d}x',
    '/a[/{x:(?:a|a)*}]',
    '/{x:\\p{L}*}{y:\\p{L}*}',
    '/{x:[\\p{L}\\d]+}{y:\\d+}',
  ])('is refused: %s', (pattern) => {
    expect(errorOf(() => new Router<null>().get(pattern, null)).code).toBe('PATTERN_UNSAFE');
  });

  it('shows where the first expression that the pattern contains begins', () => {
    const pattern = '/{a}-{x:(?:a+)+}';
    const { index, message } = errorOf(() => new Router<null>().get(pattern, null));
    expect(index).toBe(pattern.indexOf('(?:'));
    expect(message).toContain(`${' '.repeat(pattern.indexOf('(?:'))}^`);
  });

  it.each(['(a+)+', '([a-z]+-?)+', '(a|a)*'])(
    'is also refused with a capturing group: %s',
    (text) => {
      expect(errorOf(() => new Router<null>().get(`/{x:${text}}`, null)).code).toBe(
        'PATTERN_EXPRESSION',
      );
    },
  );

  it.each([
    '/{a}-{b}-{c}-{d}.{e}x',
    '/{a}{b}',
    '/{a:\\d+}-{b:\\d+}-{c:\\d+}-{d}',
    '/{p:.+}/edit/{q:.+}',
    '/{title:[\\p{L}\\p{N}-]+}-{id:\\d+}',
    '/{x:\\p{L}+(?: \\p{L}+)*}',
  ])('is not %s', (pattern) => {
    expect(new Router<null>().get(pattern, null).pattern).toBe(pattern);
  });
});

function of(text: string): number {
  return ambiguity(parseExpression(text, text, 0));
}
