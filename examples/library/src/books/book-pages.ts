import { render } from '@mortise/view';
import type { Routes } from 'mortise';
import type { Database } from '../database/database.js';
import type { LoanStore } from '../loans/loan-store.js';
import { PERSON } from '../people/person.js';
import { BookSearch, searchQuery } from './book-search.js';
import type { BookStore } from './book-store.js';
import { bookNumber, knownBook } from './known-book.js';
import { sampleOf } from './sample.js';
import { statisticsOf } from './statistics.js';

/** The catalogue, a book, an author, the statistics. */
export function bookPages(
  routes: Routes,
  books: BookStore,
  loans: LoanStore,
  database: Database,
): void {
  routes.get(
    '/books',
    async (request, response) => {
      const search = BookSearch.parse(request.getQueryParams());
      const [found, languages] = await Promise.all([books.search(search), books.languages()]);
      const pageLink = (page: number) => `/books${searchQuery(search, page)}`;
      const title = search.q === '' ? 'Catalogue' : `Search: ${search.q}`;
      return render(request, response, 'catalogue', { title, search, found, languages, pageLink });
    },
    { name: 'books' },
  );

  routes.get(
    '/books/{id:[0-9]+}',
    async (request, response, { id }) => {
      const book = knownBook(await books.find(bookNumber(id)));
      const person = request.getAttribute(PERSON);
      const loan = person === undefined ? null : await loans.stateOf(book.id, person.id);
      const sample = await sampleOf(book.id);
      return render(request, response, 'book', { title: book.title, book, loan, sample });
    },
    { name: 'book' },
  );

  routes.get(
    '/authors/{name}',
    async (request, response, { name }) => {
      const written = await books.byAuthor(name);
      knownBook(written[0] ?? null);
      return render(request, response, 'author', { title: name, books: written });
    },
    { name: 'author' },
  );

  routes.get(
    '/statistics',
    async (request, response) => {
      const statistics = await statisticsOf(database.query);
      return render(request, response, 'statistics', { title: 'Statistics', statistics });
    },
    { name: 'statistics' },
  );
}
