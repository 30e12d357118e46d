import { operation } from '@mortise/contract';
import * as z from 'zod';
import { Book, NewBook } from './book.js';
import { LONGEST_SEARCH } from './book-search.js';
import { BookUnknown } from '../problems.js';
import { RowNumber, storedText } from './stored-text.js';

const id = z.object({ id: RowNumber });
const tags = ['books'];

const BookList = z
  .object({ books: z.array(Book), page: z.int(), pages: z.int(), total: z.int() })
  .meta({ id: 'BookList' });

/** The catalogue in the API. */
export const bookOperations = {
  list: operation('GET', '/books', {
    summary: 'Search the catalogue, 20 books per page',
    tags,
    query: z.object({
      q: storedText(LONGEST_SEARCH).normalize('NFC').default(''),
      language: storedText(60).normalize('NFC').default(''),
      page: z.int().min(1).max(1_000_000).default(1),
    }),
    responses: { 200: BookList },
  }),
  show: operation('GET', '/books/{id:[0-9]+}', {
    summary: 'One book',
    tags,
    args: id,
    responses: { 200: Book },
    problems: [BookUnknown],
  }),
  add: operation('POST', '/books', {
    summary: 'Add a book, once for each Idempotency-Key',
    tags,
    // The layer reads it.
    headers: z.object({
      'Idempotency-Key': z
        .string()
        .optional()
        .meta({ description: 'A text in quotes, new for each book: `"my-first-book"`.' }),
    }),
    body: NewBook,
    responses: { 201: Book },
  }),
};
