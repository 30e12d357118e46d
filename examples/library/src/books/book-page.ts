import { render } from '@mortise/view';
import type { ResponseInterface, ServerRequestInterface } from 'mortise';
import type { Query } from '../database/database.js';
import type { LoanStore } from '../loans/loan-store.js';
import { PERSON } from '../people/person.js';
import type { Book } from './book.js';
import { sampleOf } from './sample.js';
import { neighborsOf } from './shelf.js';

/** Shows a book. `coverProblem` says at the form of librarians why a cover was refused. */
export type ShowBook = (
  request: ServerRequestInterface,
  response: ResponseInterface,
  book: Book,
  coverProblem?: string,
) => Promise<ResponseInterface>;

/** The page of a book, with what the person who looks at it may do. */
export function bookPage(loans: LoanStore, query: Query): ShowBook {
  return async (request, response, book, coverProblem = '') => {
    const person = request.getAttribute(PERSON);
    const loan = person === undefined ? null : await loans.stateOf(book.id, person.id);
    const sample = await sampleOf(book.id);
    const shelf = await neighborsOf(query, book.id);
    const data = { title: book.title, book, loan, sample, shelf, coverProblem };
    return render(request, response, 'book', data);
  };
}
