import fc from 'fast-check';

const SURROGATES = 0xd800;
const AFTER_SURROGATES = 0xe000;
const CHARACTERS = 0x110000 - (AFTER_SURROGATES - SURROGATES);

/**
 * Any character of Unicode, one of ASCII half of the time. The unit `'binary'` of fast-check makes a table of all 1.1
 * million first, in each test file again.
 */
export const anyCharacter = fc
  .oneof(fc.nat(0x7f), fc.nat(CHARACTERS - 1))
  .map((at) => String.fromCodePoint(at < SURROGATES ? at : at + AFTER_SURROGATES - SURROGATES));
