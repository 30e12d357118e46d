import * as z from 'zod';

/** Whether PostgreSQL can store a text: it has neither NUL nor half a character. */
export function isStorable(text: string): boolean {
  return !/[\0\p{Cs}]/u.test(text);
}

/** Whether a text can be stored, and shown: a drawn cover is XML, which has no control characters but tabs and line ends. */
export function isShowable(text: string): boolean {
  return isStorable(text) && !/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/u.test(text);
}

/** Text of at most `longest` characters that can be stored, or compared with what is stored. */
export function storedText(longest: number): z.ZodString {
  return z.string().max(longest).refine(isStorable, 'There is a character that is not text.');
}

/** The number of a row: an integer of 32 bits. */
export const RowNumber = z.int().max(2_147_483_647);
