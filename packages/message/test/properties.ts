import fc from 'fast-check';

/** Text made of the characters that separate things, and of a few that do not. */
export function soup(characters: string, maxLength = 30): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...Array.from(characters)), maxLength });
}

/** What no part of a message may hold, in its hostile spellings. */
export const CONTROLS = ['\0', '\t', '\n', '\r', '\r\n', '\x1b', '\x7f'];
