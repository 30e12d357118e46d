import { httpError } from 'mortise';
import type { Book } from './book.js';

/** Reads the number of a book from a path; returns 0, which is never a number, for anything else. */
export function bookNumber(text: string): number {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
}

/**
 * The book that the store found.
 *
 * @throws {HttpError} 404 `BOOK_UNKNOWN` for `null`
 */
export function knownBook(book: Book | null): Book {
  if (book === null) throw httpError(404, 'There is no such book.', { code: 'BOOK_UNKNOWN' });
  return book;
}
