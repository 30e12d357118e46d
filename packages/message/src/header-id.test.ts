import { describe, expect, it } from '@jest/globals';
import { headerId } from './header-id.js';

// In order: each test counts on the names of those before it.
describe('headerId', () => {
  it('is the same number for all cases of a name, from 0', () => {
    expect([headerId('Accept'), headerId('ACCEPT'), headerId('accept')]).toEqual([0, 0, 0]);
    expect([headerId('host'), headerId('Host'), headerId('accept')]).toEqual([1, 1, 0]);
  });

  it.each(['', 'a b', 'a:', 'a\n', '\u212a'])('is -1 for %j, which is not a token', (name) => {
    expect([headerId(name), headerId(name)]).toEqual([-1, -1]);
  });

  it('is -1 for a name of more than 64 characters', () => {
    expect([headerId('x'.repeat(64)), headerId('x'.repeat(65))]).toEqual([2, -1]);
  });

  it('is the same in many more cases of a name than are kept', () => {
    const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
    const ids = Array.from({ length: 1024 }, (_, bits) => {
      const cased = letters.map((letter, at) => ((bits >> at) & 1 ? letter.toUpperCase() : letter));
      return headerId(cased.join(''));
    });
    expect(new Set(ids)).toEqual(new Set([3]));
  });

  it('is -1 for names after the first 256, in any case', () => {
    const ids = Array.from({ length: 300 }, (_, at) => headerId(`Name-${at}`));
    expect(ids.slice(0, 252)).toEqual(Array.from({ length: 252 }, (_, at) => at + 4));
    expect(new Set(ids.slice(252))).toEqual(new Set([-1]));
    expect([headerId('name-251'), headerId('NAME-252'), headerId('ACCEPT')]).toEqual([255, -1, 0]);
  });
});
