import { HttpNotFoundException, type ServerRequestInterface } from 'mortise';
import type { Book } from './book.js';

/** The book that the store found; 404 when it found none. */
export function knownBook(request: ServerRequestInterface, book: Book | null): Book {
  if (book === null) throw new HttpNotFoundException(request, 'There is no such book.');
  return book;
}
