import { json, type MiddlewareInterface, type Routes } from 'mortise';
import { bookNumber } from './book-number.js';
import { bookQuery } from './book-query.js';
import type { BookStore } from './book-store.js';
import { knownBook } from './known-book.js';
import { sentBook } from './sent-book.js';

type ApiRoutes = Routes<'/api/library'>;

/**
 * The books as JSON.
 *
 * @param guard layers around every change, innermost first
 */
export function booksApi(store: BookStore, guard: readonly MiddlewareInterface[]) {
  return (routes: ApiRoutes): void => {
    routes.get('/books', async (request, response) => {
      const { text, page } = bookQuery(request);
      return json(response, await store.search(text, page));
    });
    routes.get('/books/:id', async (_request, response, { id }) =>
      json(response, knownBook(await store.find(bookNumber(id)))),
    );

    const changes = routes.group('', (changing) => {
      changing.post('/books', async (request, response) => {
        const book = await store.create(sentBook(request));
        return json(response, book, 201).withHeader('Location', `/api/library/books/${book.id}`);
      });
      changing.put('/books/:id', async (request, response, { id }) => {
        const book = await store.replace(bookNumber(id), sentBook(request));
        return json(response, knownBook(book));
      });
      changing.delete('/books/:id', async (_request, response, { id }) => {
        knownBook(await store.remove(bookNumber(id)));
        return response.withStatus(204);
      });
    });
    for (const layer of guard) changes.add(layer);
  };
}
