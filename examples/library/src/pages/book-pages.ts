import {
  html as htmlAnswer,
  type MiddlewareInterface,
  type ResponseInterface,
  redirect,
  type Routes,
} from 'mortise';
import { bookNumber } from '../books/book-number.js';
import { bookQuery } from '../books/book-query.js';
import type { BookStore } from '../books/book-store.js';
import { InvalidBook } from '../books/invalid-book.js';
import { knownBook } from '../books/known-book.js';
import { sentBook } from '../books/sent-book.js';
import { bookFormPage, bookPage } from './book-page.js';
import { cataloguePage } from './catalogue.js';
import type { Html } from './html.js';

type PageRoutes = Routes<'/library'>;

/**
 * The books as pages with forms.
 *
 * @param guard layers around every change, innermost first
 */
export function bookPages(store: BookStore, guard: readonly MiddlewareInterface[]) {
  return (routes: PageRoutes): void => {
    routes.get('', async (request, response) => {
      const { text, page } = bookQuery(request);
      return answer(response, cataloguePage(text, await store.search(text, page)));
    });
    routes.get('/books/new', (_, response) =>
      answer(response, bookFormPage('Add a book', '/library/books', 'POST', {}, {})),
    );
    routes.get('/books/:id', async (_request, response, { id }) =>
      answer(response, bookPage(knownBook(await store.find(bookNumber(id))))),
    );

    const changes = routes.group('', (changing) => {
      changing.post('/books', (request, response) =>
        orForm(response, 'Add a book', '/library/books', 'POST', async () => {
          const { id } = await store.create(sentBook(request));
          return redirect(response, `/library/books/${id}`, 303);
        }),
      );
      changing.put('/books/:id', (request, response, { id }) =>
        orForm(response, 'Change a book', `/library/books/${id}`, 'PUT', async () => {
          knownBook(await store.replace(bookNumber(id), sentBook(request)));
          return redirect(response, `/library/books/${id}`, 303);
        }),
      );
      changing.delete('/books/:id', async (_request, response, { id }) => {
        knownBook(await store.remove(bookNumber(id)));
        return redirect(response, '/library', 303);
      });
    });
    for (const layer of guard) changes.add(layer);
  };
}

/** The response to a change; an invalid book is shown in its form again. */
async function orForm(
  response: ResponseInterface,
  title: string,
  action: string,
  method: 'POST' | 'PUT',
  change: () => Promise<ResponseInterface>,
): Promise<ResponseInterface> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof InvalidBook)) throw error;
    return answer(response, bookFormPage(title, action, method, error.fields, error.problems), 422);
  }
}

/** A page must not load anything or be framed, because it shows text of other users. */
function answer(response: ResponseInterface, page: Html, status = 200): ResponseInterface {
  return htmlAnswer(response, page.toString(), status)
    .withHeader(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'; frame-ancestors 'none'",
    )
    .withHeader('X-Content-Type-Options', 'nosniff');
}
