import type { ServerRequestInterface } from 'mortise';
import { type BookData, type BookFields, checkBook } from './book.js';
import { InvalidBook } from './invalid-book.js';

/** The book in the body, JSON or form. A body without fields (empty, malformed, a list) has none of them. */
export function sentBook(request: ServerRequestInterface): BookData {
  const fields: BookFields = request.getParsedBody() ?? {};
  const checked = checkBook(fields);
  if ('problems' in checked) throw new InvalidBook(fields, checked.problems);
  return checked.book;
}
