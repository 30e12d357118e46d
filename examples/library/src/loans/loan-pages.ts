import { flashOf } from '@mortise/session';
import {
  isHttpError,
  localRedirect,
  type ResponseInterface,
  type Routes,
  type ServerRequestInterface,
} from 'mortise';
import { bookNumber } from '../books/known-book.js';
import { formOf } from '../pages/form.js';
import { personOf } from '../people/person.js';
import { only } from '../people/roles.js';
import type { AnnouncedLoans } from './announced-loans.js';

/** Borrow, return, reserve and cancel, by the buttons of a book's page, and of the account, which is shown again. */
export function loanPages(routes: Routes, desk: AnnouncedLoans): void {
  const done = (
    request: ServerRequestInterface,
    response: ResponseInterface,
    book: number,
    notice: string,
  ) => {
    flashOf(request).addMessage('notice', notice);
    const { next } = formOf(request);
    return localRedirect(response, next === '/account' ? next : `/books/${book}`, 303);
  };
  routes.post(
    '/books/{id:[0-9]+}/borrow',
    async (request, response, { id }) => {
      const book = bookNumber(id);
      await desk.borrow(book, personOf(request).id).catch(unless('ALREADY_BORROWED'));
      return done(request, response, book, 'The book is yours until you return it.');
    },
    { ...only('reader'), name: 'book.borrow' },
  );
  routes.post(
    '/books/{id:[0-9]+}/return',
    async (request, response, { id }) => {
      const book = bookNumber(id);
      await desk.giveBack(book, personOf(request).id).catch(unless('NOT_BORROWED'));
      return done(request, response, book, 'Thank you for returning this book.');
    },
    { ...only('reader'), name: 'book.return' },
  );
  routes.post(
    '/books/{id:[0-9]+}/reserve',
    async (request, response, { id }) => {
      const book = bookNumber(id);
      await desk.reserve(book, personOf(request).id);
      return done(request, response, book, 'The next copy is reserved for you.');
    },
    { ...only('reader'), name: 'book.reserve' },
  );
  routes.post(
    '/books/{id:[0-9]+}/cancel',
    async (request, response, { id }) => {
      const book = bookNumber(id);
      await desk.cancel(book, personOf(request).id).catch(unless('NOT_RESERVED'));
      return done(request, response, book, 'Your reservation has been cancelled.');
    },
    { ...only('reader'), name: 'book.cancel' },
  );
}

/** A button that was pressed twice: what the second request asks for is so already. The API says it by an error. */
function unless(code: string): (error: unknown) => void {
  return (error) => {
    if (!isHttpError(error) || error.code !== code) throw error;
  };
}
