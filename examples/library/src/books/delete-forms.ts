import { flashOf } from '@mortise/session';
import { render } from '@mortise/view';
import { localRedirect, type Routes } from 'mortise';
import type { Announcer } from '../live/announcing.js';
import { isolated } from '../pages/isolated.js';
import { only } from '../people/roles.js';
import type { BookStore } from './book-store.js';
import { bookNumber, knownBook } from './known-book.js';

/** Delete a book, after a question. */
export function deleteForms(
  routes: Routes,
  books: BookStore,
  announce: Announcer['announce'],
): void {
  routes.get(
    '/books/{id:[0-9]+}/delete',
    async (request, response, { id }) => {
      const book = knownBook(await books.find(bookNumber(id)));
      const path = `/books/${book.id}`;
      return render(request, response, 'confirm', {
        title: `Delete ${isolated(`“${book.title}”`)}?`,
        consequence: 'Its cover, its loans and its reservations are deleted too.',
        ...{ action: path, method: 'DELETE', back: path },
      });
    },
    { ...only('librarian'), name: 'book.confirm-deletion' },
  );

  routes.delete(
    '/books/{id:[0-9]+}',
    async (request, response, { id }) => {
      const book = await books.remove(bookNumber(id));
      await announce(book.id);
      flashOf(request).addMessage('notice', `“${book.title}” has been deleted.`);
      return localRedirect(response, '/books', 303);
    },
    { ...only('librarian'), name: 'book.delete' },
  );
}
