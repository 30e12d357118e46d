import { httpError } from 'mortise';
import type { Book } from './book.js';

/** Returns the book that the store found, or throws a 404. */
export function knownBook(book: Book | null): Book {
  if (book === null) throw httpError(404, 'There is no such book.', { code: 'BOOK_UNKNOWN' });
  return book;
}
