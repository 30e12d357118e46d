import { render } from '@mortise/view';
import type { Routes } from 'mortise';
import { bookNumber } from '../books/known-book.js';
import { personOf } from '../people/person.js';
import { only } from '../people/roles.js';
import type { LoanStore } from './loan-store.js';

/** The buttons of a book alone: its open page asks for them when the number of copies has changed. */
export function loanButtons(routes: Routes, loans: LoanStore): void {
  routes.get(
    '/books/{id:[0-9]+}/buttons',
    async (request, response, { id }) => {
      const book = { id: bookNumber(id) };
      const loan = await loans.stateOf(book.id, personOf(request).id);
      return render(request, response, 'loan-buttons', { book, loan }, { layout: null });
    },
    { ...only('reader'), name: 'book.buttons' },
  );
}
