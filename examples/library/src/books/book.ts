import * as z from 'zod';
import { isShowable, isVisible } from './stored-text.js';

/** What a client sends of a text: trimmed and composed (NFC), neither empty nor longer than `longest`, and one that can be shown. */
export const text = (what: string, longest = 400) =>
  z
    .string(`Enter the ${what}.`)
    .trim()
    .normalize('NFC')
    .min(1, { error: `Enter the ${what}.`, abort: true })
    .max(longest, `The ${what} can have at most ${longest} characters.`)
    .refine(isVisible, { error: `The ${what} needs visible characters.`, abort: true })
    .refine(isShowable, `The ${what} contains an invalid character.`)
    // In an address they would be folders.
    .refine((given) => given !== '.' && given !== '..', `The ${what} cannot be “.” or “..”.`);
const integer = (sentence: string, least: number, most: number) =>
  z.int(sentence).min(least, sentence).max(most, sentence);

const Year = integer(
  'Enter the year of first publication as a whole number up to 2100.',
  -3000,
  2100,
);

/** What a client sends of a book. */
export const NewBook = z
  .object(
    {
      title: text('title'),
      author: text('author'),
      year: Year.refine((year) => year !== 0, 'There is no year 0: enter -1 for 1 BC.'),
      language: text('language', 60),
      copies: integer('Enter the number of copies, from 0 to 1000.', 0, 1000).default(1),
    },
    'Send one book as a JSON object.',
  )
  .meta({ id: 'NewBook' });

/**
 * A book of the library; `free` is how many copies are neither lent nor kept for reservations. Each change of the book or its
 * cover raises `version`: the address of the cover has it, and a form that changes the book.
 */
export const Book = NewBook.extend({
  id: z.int(),
  year: Year, // a book of the year 0 can be stored already
  copies: z.int(),
  free: z.int(),
  version: z.int(),
}).meta({ id: 'Book' });

export type NewBook = z.infer<typeof NewBook>;
export type Book = z.infer<typeof Book>;

/** Whether a book is already as it was sent. */
export function isSame(book: Book, sent: NewBook): boolean {
  const { title, author, year, language, copies } = sent;
  const isText = book.title === title && book.author === author && book.language === language;
  return isText && book.year === year && book.copies === copies;
}

/** The same fields in a form, where numbers are text: digits alone, not all that `Number` reads, such as `0x7d0` and `1e3`. */
function numberOf(sent: unknown): number | undefined {
  const digits = typeof sent === 'string' ? sent.trim() : '';
  if (digits === '') return undefined;
  return /^-?\d+$/.test(digits) ? Number(digits) : Number.NaN;
}
export const BookForm = z.preprocess(
  (fields: Partial<Record<string, string>>) => ({
    ...fields,
    year: numberOf(fields['year']),
    copies: numberOf(fields['copies'] ?? '1'),
  }),
  NewBook,
);
