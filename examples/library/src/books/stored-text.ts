import * as z from 'zod';

/** Whether PostgreSQL can store a text: it has neither NUL nor half a character. */
export function isStorable(text: string): boolean {
  return !/[\0\p{Cs}]/u.test(text);
}

/** Characters that turn the direction of the text around them: `U+202E gnp.csv` would be shown as `vsc.png`. */
export const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/** Whether a text can be stored, and shown: a drawn cover is XML, which has no control characters but tabs and line ends. */
export function isShowable(text: string): boolean {
  return (
    isStorable(text) && !/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/u.test(text) && text.search(TURNING) === -1
  );
}

/** Whether a text has a character that one sees: not only spaces, such as that of no width. */
export function isVisible(text: string): boolean {
  return /[^\p{Z}\p{Cc}\p{Cf}\p{M}\p{DI}\u2800]/u.test(text);
}

/** Text of at most `longest` characters that can be stored, or compared with what is stored. */
export function storedText(longest: number): z.ZodString {
  return z.string().max(longest).refine(isStorable, 'The text contains an invalid character.');
}

/** The number of a row: an integer of 32 bits. */
export const RowNumber = z.int().max(2_147_483_647);
