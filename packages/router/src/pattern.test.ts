import { expect, it } from '@jest/globals';
import { parsePattern, RouterError } from './pattern.js';

it('parsePattern reads a pattern into its variants, the shortest first', () => {
  const variants = parsePattern('/books/{id:[0-9]+}[/:format]');
  const printed = variants.map((variant) =>
    variant.map((part) => (typeof part === 'string' ? part : `{${part.name}:${part.expression}}`)),
  );
  expect(printed).toEqual([
    ['/books/', '{id:[0-9]+}'],
    ['/books/', '{id:[0-9]+}', '/', '{format:[^/]+}'],
  ]);
});

it('parsePattern leaves colons literal on request', () => {
  expect(parsePattern('/books/:id', { colonPlaceholders: false })).toEqual([['/books/:id']]);
});

it.each([
  ['a misspelt name', { colonPlaceholder: false }, 'parsePattern.colonPlaceholder'],
  ['another type', { colonPlaceholders: 'no' }, 'parsePattern.colonPlaceholders'],
  ['null', null, 'parsePattern'],
  ['a number', 5, 'parsePattern'],
])('parsePattern refuses %s as options', (_, given, option) => {
  expect(() => parsePattern('/', given as never)).toThrow(
    expect.objectContaining({ code: 'OPTION_INVALID', option }),
  );
});

it('parsePattern refuses what the router refuses', () => {
  expect(() => parsePattern('/books/{id')).toThrow(RouterError);
});
