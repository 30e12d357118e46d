import { BookForm, NewBook } from '../books/book.js';
import { plural } from '../plural.js';
import type { ImportLine } from './lines-to-import.js';

/** What some lines of an import say: a book, or why they are refused, or the names of the columns; an empty line nothing. */
export interface ImportRecord {
  /** How many lines of the file it takes. */
  readonly lines: number;
  readonly book?: NewBook;
  readonly reason?: string;
  /** Of the first line of CSV. */
  readonly columns?: readonly string[];
}

/** A line of NDJSON. */
export function jsonRecord(line: ImportLine): ImportRecord {
  if (typeof line !== 'string') return { lines: 1, ...line };
  if (line.trim() === '') return { lines: 1 };
  try {
    return { lines: 1, ...checked(NewBook.safeParse(JSON.parse(line))) };
  } catch {
    return { lines: 1, reason: 'This is not JSON: write one book per line.' };
  }
}

/** The fields of a record of CSV, in the order of the columns; columns with other names are ignored. */
export function fieldRecord(
  lines: number,
  fields: readonly string[],
  columns: readonly string[],
): ImportRecord {
  if (fields.length === 1 && fields[0] === '') return { lines };
  if (fields.length !== columns.length) {
    const reason = `The line has ${fields.length} ${plural(fields.length, 'field')}, but the first line names ${columns.length}.`;
    return { lines, reason };
  }
  const named = Object.fromEntries(columns.map((name, index) => [name, fields[index]]));
  return { lines, ...checked(BookForm.safeParse(named)) };
}

function checked({ data, error }: ReturnType<typeof NewBook.safeParse>) {
  return error === undefined
    ? { book: data }
    : { reason: error.issues.map(({ message }) => message).join(' ') };
}
