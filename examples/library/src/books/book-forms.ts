import { createHash } from 'node:crypto';
import { render } from '@mortise/view';
import type { Routes } from 'mortise';
import type { Announce } from '../live/announcing.js';
import { formOf, type Problems, problemsOf } from '../pages/form.js';
import { isolated } from '../pages/isolated.js';
import { withNotice } from '../pages/with-notice.js';
import { only } from '../people/roles.js';
import { BookForm, type NewBook } from './book.js';
import type { BookStore, Change } from './book-store.js';
import { bookNumber } from './known-book.js';
import { deleteForms } from './delete-forms.js';
import { yearName } from './year-names.js';

const empty = { title: 'Add a book', book: null, problems: {} };

/** Add, change and delete a book. A form with mistakes is shown again, with its values and each mistake at its field. */
export function bookForms(routes: Routes, books: BookStore, announce: Announce): void {
  addForm(routes, books);
  changeForms(routes, books, announce);
  deleteForms(routes, books, announce);
}

function addForm(routes: Routes, books: BookStore): void {
  routes.get(
    '/books/new',
    (request, response) => {
      const fields = { copies: 1, form: crypto.randomUUID() };
      return render(request, response, 'book-form', { ...empty, fields });
    },
    only('librarian'),
  );

  routes.post(
    '/books',
    async (request, response) => {
      const fields = formOf(request);
      const { success, data, error } = BookForm.safeParse(fields);
      if (!success) {
        const again = { ...empty, fields, problems: problemsOf(error) };
        return render(request, response.withStatus(422), 'book-form', again);
      }
      const { id } = await books.create(data, sentBy(fields.form, data));
      return withNotice(request, response, `/books/${id}`, 'The book is in the catalogue.');
    },
    only('librarian'),
  );
}

/** The same for a form that is sent twice: by a double click, or again after an error. `null` for a form without an id. */
function sentBy(form: string | undefined, book: NewBook): string | null {
  if (form === undefined || form === '') return null;
  return createHash('sha256')
    .update(JSON.stringify([form, book]))
    .digest('base64url');
}

function changeForms(routes: Routes, books: BookStore, announce: Announce): void {
  const title = 'Edit a book';
  routes.get(
    '/books/{id:[0-9]+}/edit',
    async (request, response, { id }) => {
      const book = await books.known(id);
      const form = { title, book, fields: book, problems: {} };
      return render(request, response, 'book-form', form);
    },
    only('librarian'),
  );

  routes.put(
    '/books/{id:[0-9]+}',
    async (request, response, { id: sent }) => {
      const fields = formOf(request);
      const book = await books.find(bookNumber(sent));
      if (book === null) {
        const problems = { version: 'Someone else has deleted this book. Save to add it again.' };
        const again = { ...empty, fields: { ...fields, form: crypto.randomUUID() }, problems };
        return render(request, response.withStatus(404), 'book-form', again);
      }
      const { success, data, error } = BookForm.safeParse(fields);
      if (!success) {
        // The version that was seen: another librarian can have changed the book meanwhile.
        const shown = { ...book, version: fields.version ?? book.version };
        const again = { title, book: shown, fields, problems: problemsOf(error) };
        return render(request, response.withStatus(422), 'book-form', again);
      }
      const change = await books.replace(book.id, versionOf(fields.version), data);
      if (change.refused !== null) {
        const again = { title, book: change.book, fields, problems: problemsOfChange(change) };
        const status = change.refused === 'version' ? 409 : 422;
        return render(request, response.withStatus(status), 'book-form', again);
      }
      await announce(book.id);
      return withNotice(request, response, `/books/${book.id}`, 'The book has been updated.');
    },
    only('librarian'),
  );
}

/** The version that a form was made of; -1, which no book has, if it is not a number; `null` without the field. */
function versionOf(sent: string | undefined): number | null {
  if (sent === undefined) return null;
  return /^\d+$/.test(sent) ? Number(sent) : -1;
}

function problemsOfChange({ refused, book, lent }: Change): Problems {
  if (refused === 'copies') {
    const onLoan = lent === 1 ? 'One copy is' : `${lent} copies are`;
    return { copies: `${onLoan} on loan: keep at least that many.` };
  }
  const { title, author, year, language, copies } = book;
  const names = [`“${title}”`, author, yearName(year), language].map(isolated).join(', ');
  const stored = `${names}, copies: ${copies}`;
  return { version: `Someone else has changed this book to ${stored}. Save to overwrite it.` };
}
