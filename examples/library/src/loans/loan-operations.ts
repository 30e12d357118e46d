import { operation } from '@mortise/contract';
import * as z from 'zod';
import { RowNumber } from '../books/stored-text.js';
import { AlreadyBorrowed, BookUnknown, NoCopyLeft, NotBorrowed } from '../problems.js';

const args = z.object({ id: RowNumber });
const tags = ['loans'];

/** Loans in the API. */
export const loanOperations = {
  mine: operation('GET', '/loans', {
    summary: 'The books that you have borrowed',
    tags,
    responses: { 200: z.array(z.object({ book: z.int(), title: z.string() })) },
  }),
  borrow: operation('POST', '/books/{id:[0-9]+}/loan', {
    summary: 'Borrow a copy',
    tags,
    args,
    responses: { 204: null },
    problems: [BookUnknown, AlreadyBorrowed, NoCopyLeft],
  }),
  giveBack: operation('DELETE', '/books/{id:[0-9]+}/loan', {
    summary: 'Return your copy',
    tags,
    args,
    responses: { 204: null },
    problems: [BookUnknown, NotBorrowed],
  }),
};
