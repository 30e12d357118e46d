import { TURNING } from '../books/stored-text.js';

/** Of an import: longer names of files lose their beginning, so that the end still says what they are. */
export const LONGEST_NAME = 200;

/** The name of a file as an import has it: at most 200 characters that can be stored and shown, with its ending. */
export function importName(file: string): string {
  // First shortened, which can halve a character.
  return file
    .slice(-LONGEST_NAME)
    .replaceAll(/[\0\p{Cs}]/gu, ' ')
    .replaceAll(TURNING, '');
}

/** Whether a file is CSV, by its name; all others are NDJSON. */
export function isCsv(name: string): boolean {
  return /\.csv$/i.test(name);
}
