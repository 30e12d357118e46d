import { allowCache, withEtag } from '@mortise/http-cache';
import { factoriesOf, html, type Routes, uploadedFile } from 'mortise';
import { refuseWithoutRoom } from '../operation/no-room.js';
import { withNotice } from '../pages/with-notice.js';
import { only } from '../people/roles.js';
import type { ShowBook } from './book-page.js';
import type { BookStore } from './book-store.js';
import { coverOf } from './cover.js';
import { COVER_BYTES, storeCover, TOO_LARGE } from './cover-file.js';
import type { CoverStore } from './cover-store.js';

const YEAR = 31_536_000; // seconds

/**
 * The picture of a book: the uploaded one, otherwise one that the program draws. At the address with the
 * version of the picture (`?v=2`), every cache may keep it for a year; at any other, caches ask again.
 */
export function coverPictures(routes: Routes, books: BookStore, covers: CoverStore): void {
  routes.get('/books/{id:[0-9]+}/cover', async (request, response, { id }) => {
    const book = await books.known(id);
    const uploaded = await covers.find(book.id);
    const etagged = withEtag(response, `${book.id}-${book.version}`);
    const { v } = request.getQueryParams();
    const tagged =
      v === String(book.version)
        ? allowCache(etagged, 'public', YEAR)
        : etagged.withHeader('Cache-Control', 'no-cache');
    if (uploaded === null) {
      return html(tagged, coverOf(book)).withHeader('Content-Type', 'image/svg+xml');
    }
    const body = factoriesOf(request).createStream(uploaded.bytes);
    return tagged.withHeader('Content-Type', uploaded.type).withBody(body);
  });
}

/** Bytes of the whole form: a picture that is too large has its message at the field, unless it is four times too large. */
const FORM_BYTES = 4 * COVER_BYTES;

/** Takes a cover from the form on the page of a book. A refused one shows the page again, with the reason at the field. */
export function coverUpload(
  routes: Routes,
  books: BookStore,
  covers: CoverStore,
  showBook: ShowBook,
): void {
  routes.post(
    '/books/{id:[0-9]+}/cover',
    async (request, response, { id }) => {
      const book = await books.known(id);
      const file = uploadedFile(request, 'cover');
      refuseWithoutRoom(file);
      const problem =
        file === null
          ? 'Send a picture in the field "cover".'
          : await storeCover(covers, book.id, file);
      if (problem !== null) {
        const status = file?.getError() === TOO_LARGE ? 413 : 422;
        return showBook(request, response.withStatus(status), book, problem);
      }
      return withNotice(request, response, `/books/${book.id}`, 'The book has a new cover.');
    },
    {
      ...only('librarian'),
      body: {
        multipart: {
          maxFileBytes: COVER_BYTES,
          maxBytes: FORM_BYTES,
          maxFiles: 1,
          onLimit: 'truncate',
        },
      },
    },
  );
}
