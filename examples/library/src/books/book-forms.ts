import { flashOf } from '@mortise/session';
import { render } from '@mortise/view';
import {
  localRedirect,
  type ResponseInterface,
  type Routes,
  type ServerRequestInterface,
} from 'mortise';
import { formOf, problemsOf } from '../pages/form.js';
import { only } from '../people/roles.js';
import { BookForm } from './book.js';
import type { BookStore } from './book-store.js';
import { bookNumber, knownBook } from './known-book.js';

/** Add, change and delete a book. A form with mistakes is shown again, with its values and each mistake at its field. */
export function bookForms(routes: Routes, books: BookStore): void {
  addForm(routes, books);
  changeForms(routes, books);
}

function addForm(routes: Routes, books: BookStore): void {
  const empty = { title: 'Add a book', id: null, fields: { copies: 1 }, problems: {} };
  routes.get('/books/new', (request, response) => render(request, response, 'book-form', empty), {
    ...only('librarian'),
    name: 'book.new',
  });

  routes.post(
    '/books',
    async (request, response) => {
      const fields = formOf(request);
      const { success, data, error } = BookForm.safeParse(fields);
      if (!success) {
        const again = { ...empty, fields, problems: problemsOf(error) };
        return render(request, response.withStatus(422), 'book-form', again);
      }
      const { id } = await books.create(data);
      return saved(request, response, `/books/${id}`, 'The book is in the catalogue.');
    },
    { ...only('librarian'), name: 'book.add' },
  );
}

function changeForms(routes: Routes, books: BookStore): void {
  const title = 'Change a book';
  routes.get(
    '/books/{id:[0-9]+}/edit',
    async (request, response, { id }) => {
      const book = knownBook(await books.find(bookNumber(id)));
      const form = { title, id: book.id, fields: book, problems: {} };
      return render(request, response, 'book-form', form);
    },
    { ...only('librarian'), name: 'book.edit' },
  );

  routes.put(
    '/books/{id:[0-9]+}',
    async (request, response, { id: sent }) => {
      const { id } = knownBook(await books.find(bookNumber(sent)));
      const fields = formOf(request);
      const { success, data, error } = BookForm.safeParse(fields);
      if (!success) {
        const again = { title, id, fields, problems: problemsOf(error) };
        return render(request, response.withStatus(422), 'book-form', again);
      }
      await books.replace(id, data);
      return saved(request, response, `/books/${id}`, 'The book is changed.');
    },
    { ...only('librarian'), name: 'book.change' },
  );

  routes.delete(
    '/books/{id:[0-9]+}',
    async (request, response, { id }) => {
      const book = knownBook(await books.find(bookNumber(id)));
      await books.remove(book.id);
      return saved(request, response, '/books', `“${book.title}” is deleted.`);
    },
    { ...only('librarian'), name: 'book.delete' },
  );
}

function saved(
  request: ServerRequestInterface,
  response: ResponseInterface,
  path: string,
  notice: string,
): ResponseInterface {
  flashOf(request).addMessage('notice', notice);
  return localRedirect(response, path, 303);
}
