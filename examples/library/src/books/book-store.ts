import { httpError } from 'mortise';
import { atMost } from '../database/at-most.js';
import type { Database, Query } from '../database/database.js';
import { type Book, isSame, type NewBook } from './book.js';
import { BORROWED, BY_ID, COLUMNS, IS_FREE, oneBook } from './book-row.js';
import type { BookSearch } from './book-search.js';
import { bookNumber, knownBook } from './known-book.js';

/** One page of the catalogue. */
export interface BookPage {
  readonly books: readonly Book[];
  /** Counted from 1. */
  readonly page: number;
  /** At least 1, even if nothing was found. */
  readonly pages: number;
  /** The number of books on all pages. */
  readonly total: number;
}

const PAGE_SIZE = 20;
// A search for nothing reads no text. Each book is counted only where it is shown, not on the pages before.
const FOUND = `FROM books WHERE ($1 = '%%' OR title ILIKE $1 OR author ILIKE $1) AND ($2 = '' OR language = $2)
  AND ($3::integer IS NULL OR year BETWEEN $3 AND $3 + 99)
  AND (NOT $4::boolean OR ${IS_FREE})`;

/** What became of a change. */
export interface Change {
  /** As it is stored now. */
  readonly book: Book;
  /** How many copies are lent. */
  readonly lent: number;
  /** Why nothing was changed: somebody else has changed the book since, or more copies are lent; `null` if it was. */
  readonly refused: 'version' | 'copies' | null;
}

/** The books in the database. */
export class BookStore {
  readonly #database: Database;
  readonly #searching = atMost(4, 100); // each can read every book

  constructor(database: Database) {
    this.#database = database;
  }

  /** Finds one page of books, sorted by author; a page after the last one is the last one. @throws {HttpError} 503 `BUSY` */
  search({ q, language, century, free, page }: BookSearch): Promise<BookPage> {
    const text = `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`;
    return this.#searching(() => this.#page(FOUND, [text, language, century, free], page));
  }

  /** Finds one page of an author's books, the oldest first; none for an unknown name. */
  byAuthor(author: string, page: number): Promise<BookPage> {
    return this.#page('FROM books WHERE author = $1', [author], page);
  }

  async #page(found: string, values: readonly unknown[], page: number): Promise<BookPage> {
    const [count] = await this.#database.query<{ total: number }>(
      `SELECT count(*)::integer AS total ${found}`,
      values,
    );
    const total = count?.total ?? 0;
    if (total === 0) return { books: [], page: 1, pages: 1, total };
    const pages = Math.ceil(total / PAGE_SIZE);
    const shown = Math.min(page, pages);
    const books = await this.#database.query<Book>(
      `SELECT ${COLUMNS} FROM books WHERE id IN
         (SELECT id ${found} ORDER BY author, year, id
          LIMIT ${PAGE_SIZE} OFFSET ${(shown - 1) * PAGE_SIZE})
       ORDER BY author, year, id`,
      values,
    );
    return { books, page: shown, pages, total };
  }

  /** Finds the book of a path, by its number. @throws {HttpError} 404 `BOOK_UNKNOWN` */
  async known(id: string): Promise<Book> {
    return knownBook(await this.find(bookNumber(id)));
  }

  /** @returns `null` for an unknown id */
  async find(id: number): Promise<Book | null> {
    return oneBook(this.#database.query, BY_ID, [id]);
  }

  /** @param form what was sent: repeated, it finds the book that it has added; `null` adds one each time */
  async create(
    { title, author, year, language, copies }: NewBook,
    form: string | null,
  ): Promise<Book> {
    const [book] = await this.#database.query<Book>(
      `INSERT INTO books (title, author, year, language, copies, form)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (form) WHERE form IS NOT NULL DO UPDATE SET form = $6 RETURNING ${COLUMNS}`,
      [title, author, year, language, copies, form],
    );
    return book as Book; // an insertion that succeeds returns its row
  }

  /**
   * Changes a book, unless that would lose what somebody else did. A form that was sent twice is stored twice.
   *
   * @param version of the book that was changed; `null` changes any
   * @throws {HttpError} 404 `BOOK_UNKNOWN`
   */
  replace(id: number, version: number | null, sent: NewBook): Promise<Change> {
    return this.#locked(id, async (query, book, lent) => {
      const isOld = version !== null && version !== book.version;
      if (isOld && !isSame(book, sent)) return { book, lent, refused: 'version' };
      if (sent.copies < lent) return { book, lent, refused: 'copies' };
      const changed = await oneBook(
        query,
        `UPDATE books SET title = $2, author = $3, year = $4, language = $5, copies = $6,
           version = version + 1 WHERE id = $1 RETURNING ${COLUMNS}`,
        [id, sent.title, sent.author, sent.year, sent.language, sent.copies],
      );
      return { book: knownBook(changed), lent, refused: null };
    });
  }

  /**
   * Deletes a book, with its earlier loans and its reservations.
   *
   * @returns the book that was deleted
   * @throws {HttpError} 404 `BOOK_UNKNOWN`, 409 `BOOK_LENT`
   */
  remove(id: number): Promise<Book> {
    return this.#locked(id, async (query, book, lent) => {
      if (lent > 0) {
        const detail = 'A copy is on loan; it must be returned first.';
        throw httpError(409, detail, { code: 'BOOK_LENT' });
      }
      await query('DELETE FROM books WHERE id = $1', [id]);
      return book;
    });
  }

  /** Nobody borrows or changes the book during `work`. A statement of its own reads it: it sees what was done before the lock. */
  #locked<Result>(
    id: number,
    work: (query: Query, book: Book, lent: number) => Promise<Result>,
  ): Promise<Result> {
    return this.#database.transaction(async (query) => {
      await query('SELECT FROM books WHERE id = $1 FOR UPDATE', [id]);
      const book = knownBook(await oneBook(query, BY_ID, [id]));
      const [state] = await query<{ lent: number }>(
        `SELECT (${BORROWED})::integer AS lent FROM books WHERE id = $1`,
        [id],
      );
      return work(query, book, state?.lent ?? 0);
    });
  }
}
