import { describe, expect, it } from '@jest/globals';
import { headerIndex, isHeaderName, isHeaderToken } from './header-name.js';

describe('isHeaderName', () => {
  it.each([
    ['Accept', 'Accept', true],
    ['Accept', 'aCCEPT', true],
    ['accept', 'Accept', true],
    ['accept', 'ACCEPT', true],
    ['A', 'a', true],
    ['X-1', 'x-1', true],
    ['Accept', 'Accepu', false],
    ['Accept', 'Bccept', false],
    ['Accept', 'Accep', false],
    ['Accept', 'Accept ', false],
    ['Accept', '', false],
    // The last characters differ in the bit of the case, but are no letters.
    ['a^', 'a~', false],
    ['a@', 'a`', false],
    ['a^b', 'a~b', false],
    ['Z', 'z', true],
    ['k', '\u212a', false],
    ['ka', '\u212aa', false],
  ])('compares %j with %j', (field, name, is) => {
    expect(isHeaderName(field, name)).toBe(is);
  });
});

it('headerIndex finds the first entry of a name from an index on and before another', () => {
  const fields = ['A', 'b', 'B', '1', 'a', '2', 'B', '3'];
  const found = (name: string, from: number, to: number) => headerIndex(fields, name, from, to);
  expect([found('a', 0, 8), found('b', 0, 8), found('c', 0, 8)]).toEqual([0, 2, -1]);
  expect([found('a', 2, 8), found('b', 4, 8), found('b', 4, 6)]).toEqual([4, 6, -1]);
});

it.each([
  ['Accept', true],
  ['a b', false],
  ['', false],
  ['x'.repeat(65), true],
  [`${'x'.repeat(65)} `, false],
])('isHeaderToken knows whether %j is a token', (text, is) => {
  expect([isHeaderToken(text), isHeaderToken(text)]).toEqual([is, is]);
});
