import { render } from '@mortise/view';
import { httpError, type Routes } from 'mortise';
import type { Query } from '../database/database.js';
import { centuriesOf, languagesOf } from './book-choices.js';
import type { ShowBook } from './book-page.js';
import { centuryName } from './year-names.js';
import { BookSearch, LONGEST_SEARCH, searchQuery } from './book-search.js';
import type { BookStore } from './book-store.js';
import { sampleOf } from './sample.js';
import { statisticsOf } from './statistics.js';

/** The catalogue, a book, its sample, an author, the statistics. */
export function bookPages(
  routes: Routes,
  books: BookStore,
  showBook: ShowBook,
  query: Query,
): void {
  routes.get('/books', async (request, response) => {
    const search = BookSearch.parse(request.getQueryParams());
    const [found, languages, centuries] = await Promise.all([
      books.search(search),
      languagesOf(query),
      centuriesOf(query),
    ]);
    const pageLink = (page: number) => `/books${searchQuery(search, page)}`;
    const title = search.q === '' ? 'Catalogue' : `Search: ${search.q}`;
    const choices = { languages, centuries, centuryName, longestSearch: LONGEST_SEARCH };
    const data = { title, search, found, ...choices, pageLink };
    return render(request, response, 'catalogue', data);
  });

  routes.get('/books/{id:[0-9]+}', async (request, response, { id }) =>
    showBook(request, response, await books.known(id)),
  );

  routes.get('/books/{id:[0-9]+}/sample', async (request, response, { id }) => {
    const book = await books.known(id);
    const sample = await sampleOf(book.id);
    if (sample === null) {
      throw httpError(404, 'This book has no sample.', { code: 'SAMPLE_UNKNOWN' });
    }
    const [, ...paragraphs] = sample.split('\n\n'); // the first is the title
    const data = { title: `A sample of ${book.title}`, book, paragraphs };
    return render(request, response, 'sample', data);
  });

  routes.get(
    '/authors/{name}',
    async (request, response, { name }) => {
      const author = name.normalize('NFC');
      const { page } = BookSearch.parse(request.getQueryParams());
      const found = await books.byAuthor(author, page);
      if (found.total === 0) {
        throw httpError(404, 'There is no book by this author.', { code: 'AUTHOR_UNKNOWN' });
      }
      const pageLink = (other: number) => `?page=${other}`;
      return render(request, response, 'author', { title: author, found, pageLink });
    },
    { name: 'author' },
  );

  routes.get('/statistics', async (request, response) => {
    const statistics = await statisticsOf(query);
    return render(request, response, 'statistics', { title: 'Statistics', statistics });
  });
}
