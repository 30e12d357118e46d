import { describe, expect, it } from '@jest/globals';
import {
  complement,
  hasSlash,
  maskOfClass,
  maskOfProperty,
  maskOfRange,
} from './character-mask.js';

/** Whether a set contains a character; all those from U+0080 on are one. */
const has = (mask: bigint, code: number): boolean =>
  (mask & (1n << BigInt(Math.min(code, 128)))) !== 0n;
const codesOf = (mask: bigint): readonly number[] =>
  Array.from({ length: 129 }, (_, code) => code).filter((code) => has(mask, code));
const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('maskOfRange', () => {
  it.each([
    [0, 0, [0]],
    [0x61, 0x63, [0x61, 0x62, 0x63]],
    [0, 127, range(0, 127)],
    [126, 127, [126, 127]],
    [127, 128, [127, 128]],
    [126, 0xffff, [126, 127, 128]],
    [128, 128, [128]],
    [0x100, 0x10ffff, [128]],
  ])('from %d to %d has both ends, and one place for all beyond ASCII', (from, to, codes) => {
    expect(codesOf(maskOfRange(from, to))).toEqual(codes);
  });
});

describe('complement', () => {
  it('has every other character, and those beyond ASCII always, since a set names but some of them', () => {
    expect(codesOf(complement(maskOfRange(1, 127)))).toEqual([0, 128]);
    expect(codesOf(complement(maskOfRange(0, 0xe9)))).toEqual([128]);
    expect(codesOf(complement(0n))).toEqual(range(0, 128));
  });
});

describe('maskOfClass', () => {
  const expressions = { d: /\d/, w: /\w/, s: /\s/, D: /\D/, W: /\W/, S: /\S/ };
  it.each(Object.entries(expressions))('of \\%s has what the expression matches', (letter, one) => {
    const ascii = range(0, 127).filter((code) => one.test(String.fromCharCode(code)));
    const beyond = 'dw'.includes(letter) ? [] : [128];
    expect(codesOf(maskOfClass(letter))).toEqual([...ascii, ...beyond]);
  });
});

it('maskOfProperty has what the property matches in ASCII, and all beyond', () => {
  expect(codesOf(maskOfProperty(/\p{Nd}/u))).toEqual([...range(0x30, 0x39), 128]);
});

it('hasSlash is true only of a set with the slash', () => {
  const masks = [maskOfRange(0x2f, 0x2f), maskOfRange(0x2e, 0x2e), maskOfRange(0x30, 0xffff)];
  expect(masks.map(hasSlash)).toEqual([true, false, false]);
});
