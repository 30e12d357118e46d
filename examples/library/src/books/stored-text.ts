import * as z from 'zod';

/** Whether PostgreSQL can store a text: it has neither NUL nor half a character. */
export function isStorable(text: string): boolean {
  return !/[\0\p{Cs}]/u.test(text);
}

/** Text of at most `longest` characters that can be stored, or compared with what is stored. */
export function storedText(longest: number): z.ZodString {
  return z.string().max(longest).refine(isStorable, 'There is a character that is not text.');
}

/** The number of a row: an integer of 32 bits. */
export const RowNumber = z.int().max(2_147_483_647);
