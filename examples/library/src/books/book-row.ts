import type { Query } from '../database/database.js';
import type { Book } from './book.js';

/** How many copies of a row of `books` are lent. */
export const BORROWED =
  'SELECT count(*) FROM loans WHERE loans.book = books.id AND returned_at IS NULL';
const KEPT = 'SELECT count(*) FROM reservations WHERE reservations.book = books.id';
/** How many copies of a row of `books` anybody can borrow; negative while more people wait than there are copies. */
export const FREE = `copies - (${BORROWED}) - (${KEPT})`;
/** Whether a row of `books` has a free copy. Most books are neither lent nor reserved: only others are counted. */
export const IS_FREE = `copies > 0 AND (id NOT IN
  (SELECT book FROM loans WHERE returned_at IS NULL UNION ALL SELECT book FROM reservations) OR ${FREE} > 0)`;
/** The fields of a {@link Book}. */
export const COLUMNS = `id, title, author, year, language, copies, version,
  greatest(0, ${FREE})::integer AS free`;
export const BY_ID = `SELECT ${COLUMNS} FROM books WHERE id = $1`;

/** @returns the first row; `null` if there is none */
export async function oneBook(
  query: Query,
  sql: string,
  parameters: readonly unknown[],
): Promise<Book | null> {
  const [book] = await query<Book>(sql, parameters);
  return book ?? null;
}
