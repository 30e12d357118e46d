import { render } from '@mortise/view';
import { isHttpError, type Routes } from 'mortise';
import { bookNumber } from '../books/known-book.js';
import { formOf } from '../pages/form.js';
import { withNotice } from '../pages/with-notice.js';
import { personOf } from '../people/person.js';
import { only } from '../people/roles.js';
import type { LoanStore } from './loan-store.js';

/** The buttons of a book's page, and of the account, which is shown again: what each does, and what the next page says. */
export function loanPages(routes: Routes, loans: LoanStore): void {
  button('borrow', 'borrow', 'The book is yours until you return it.', 'ALREADY_BORROWED');
  button('return', 'giveBack', 'Thank you for returning this book.', 'NOT_BORROWED');
  button('reserve', 'reserve', 'The next copy is reserved for you.');
  button('cancel', 'cancel', 'Your reservation has been cancelled.', 'NOT_RESERVED');

  // The buttons alone: an open page requests them when the number of copies has changed.
  routes.get(
    '/books/{id:[0-9]+}/buttons',
    async (request, response, { id }) => {
      const book = { id: bookNumber(id) };
      const loan = await loans.stateOf(book.id, personOf(request).id);
      return render(request, response, 'loan-buttons', { book, loan }, { layout: null });
    },
    only('reader'),
  );

  /** @param already the code of the error if it was pressed twice: what is asked for is so. The API responds with the error. */
  function button(
    path: string,
    change: 'borrow' | 'giveBack' | 'reserve' | 'cancel',
    notice: string,
    already?: string,
  ): void {
    routes.post(
      `/books/{id:[0-9]+}/${path}`,
      async (request, response, { id }) => {
        const book = bookNumber(id);
        await loans[change](book, personOf(request).id).catch((error: unknown) => {
          if (!isHttpError(error) || error.code !== already) throw error;
        });
        const { next } = formOf(request);
        const shown = next === '/account' ? next : `/books/${book}`;
        return withNotice(request, response, shown, notice);
      },
      only('reader'),
    );
  }
}
