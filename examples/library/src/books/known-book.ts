import { httpError } from 'mortise';
import type { Book } from './book.js';

/** The book that the store found; 404 when it found none. */
export function knownBook(book: Book | null): Book {
  if (book === null) throw httpError(404, 'There is no such book.', { code: 'BOOK_UNKNOWN' });
  return book;
}
