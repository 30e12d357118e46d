import { describe, expect, it } from '@jest/globals';
import { quote } from './index.js';

class Auth {
  readonly name = 'auth';
}

describe('quote', () => {
  it.each([
    [undefined, 'undefined'],
    [null, 'null'],
    [7, '7'],
    [Symbol('s'), 'Symbol(s)'],
    ['a "b"\n', '"a \\"b\\"\\n"'],
    ['x'.repeat(80), `"${'x'.repeat(80)}"`],
    ['x'.repeat(81), `"${'x'.repeat(80)}…"`],
    [() => 1, 'a function'],
    [Auth, 'the class Auth'],
    [Promise.resolve(1), 'a promise'],
    [[1], 'an array'],
    [new Auth(), 'an instance of Auth'],
    [{ a: 1 }, 'an object'],
    [Object.create(null), 'an object'],
    [{ constructor: 'x' }, 'an object'],
  ])('describes %p', (value, text) => {
    expect(quote(value)).toBe(text);
  });
});
