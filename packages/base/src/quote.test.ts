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
    ['redis://:s3cret@h', '"redis://…"'],
    ['postgres://u:pa/s?s#w@rd@h/d', '"postgres://…"'],
    ['u:s3cret@h', '"u:…"'],
    ['https://h/a?s3cret=1', '"https://h/a?…"'],
    [' jdbc:sqlserver://h;s3cret=1', '" jdbc:sqlserver://h;…"'],
    ['https://h/a', '"https://h/a"'],
    ['https://h/?', '"https://h/?"'],
    ['https://…@h/', '"https://…@h/"'],
    ['/@{user:[a-z]+}', '"/@{user:[a-z]+}"'],
    ['09:30', '"09:30"'],
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
