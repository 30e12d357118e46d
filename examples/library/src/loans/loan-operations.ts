import { operation } from '@mortise/contract';
import * as z from 'zod';
import { RowNumber } from '../books/stored-text.js';

const args = z.object({ id: RowNumber });
const tags = ['loans'];

/** Loans in the API; what is refused with 409 has a `code` that says why. */
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
  }),
  giveBack: operation('DELETE', '/books/{id:[0-9]+}/loan', {
    summary: 'Return your copy',
    tags,
    args,
    responses: { 204: null },
  }),
};
