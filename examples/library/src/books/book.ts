/** A book of the library. */
export interface Book {
  readonly id: number;
  readonly title: string;
  readonly author: string;
  /** Of first publication. */
  readonly year: number;
  /** In English: `'French'`. */
  readonly language: string;
}

/** A book without its number: what a client sends. */
export type BookData = Omit<Book, 'id'>;

/** What is wrong with a received book: one sentence for each field. */
export type BookProblems = Readonly<Partial<Record<keyof BookData, string>>>;

/** The fields of a book as received, from JSON or from a form. */
export type BookFields = Readonly<Partial<Record<keyof BookData, unknown>>>;

const longest = 400;

/** Checks each received field; text is trimmed, and a year can be text (from a form). */
export function checkBook(
  fields: BookFields,
): { readonly book: BookData } | { readonly problems: BookProblems } {
  const title = textOf(fields.title);
  const author = textOf(fields.author);
  const language = textOf(fields.language);
  const year = yearOf(fields.year);
  if (title !== null && author !== null && language !== null && year !== null) {
    return { book: { title, author, year, language } };
  }
  return {
    problems: {
      ...(title === null && { title: `Give the title, at most ${longest} characters.` }),
      ...(author === null && { author: `Give the author, at most ${longest} characters.` }),
      ...(year === null && { year: 'Give the year of first publication as a whole number.' }),
      ...(language === null && { language: 'Give the language, in English.' }),
    },
  };
}

function textOf(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim() : '';
  return text !== '' && text.length <= longest && !text.includes('\0') ? text : null;
}

function yearOf(value: unknown): number | null {
  if (typeof value === 'string' && !/^\s*-?\d{1,4}\s*$/.test(value)) return null;
  const year = typeof value === 'string' ? Number(value) : value;
  return typeof year === 'number' && Number.isInteger(year) && Math.abs(year) <= 9999 ? year : null;
}
