import { render } from '@mortise/view';
import type { Routes } from 'mortise';
import type { Announce } from '../live/announcing.js';
import { isolated } from '../pages/isolated.js';
import { withNotice } from '../pages/with-notice.js';
import { only } from '../people/roles.js';
import type { BookStore } from './book-store.js';
import { bookNumber } from './known-book.js';

/** Delete a book, after a question. */
export function deleteForms(routes: Routes, books: BookStore, announce: Announce): void {
  routes.get(
    '/books/{id:[0-9]+}/delete',
    async (request, response, { id }) => {
      const book = await books.known(id);
      const path = `/books/${book.id}`;
      return render(request, response, 'confirm', {
        title: `Delete ${isolated(`“${book.title}”`)}?`,
        consequence: 'Its cover, its loans and its reservations are deleted too.',
        ...{ action: path, method: 'DELETE', back: path },
      });
    },
    only('librarian'),
  );

  routes.delete(
    '/books/{id:[0-9]+}',
    async (request, response, { id }) => {
      const book = await books.remove(bookNumber(id));
      await announce(book.id);
      return withNotice(request, response, '/books', `“${book.title}” has been deleted.`);
    },
    only('librarian'),
  );
}
