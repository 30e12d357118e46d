import { httpError } from 'mortise';
import type { Database, Query } from '../database/database.js';
import type { Book, NewBook } from './book.js';
import { BORROWED, BY_ID, COLUMNS, oneBook } from './book-row.js';
import type { BookSearch } from './book-search.js';
import { knownBook } from './known-book.js';

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
const FOUND = `FROM books WHERE (title ILIKE $1 OR author ILIKE $1) AND ($2 = '' OR language = $2)
  AND ($3::integer IS NULL OR year BETWEEN $3 AND $3 + 99)
  AND (NOT $4::boolean OR copies > (${BORROWED}))`;

/** What became of a change. */
export interface Change {
  /** As it is stored now. */
  readonly book: Book;
  /** Why nothing was changed: somebody else has changed the book since, or more copies are lent; `null` if it was. */
  readonly refused: 'version' | 'copies' | null;
}

/** The books in the database. */
export class BookStore {
  readonly #database: Database;
  readonly #query: Query;

  constructor(database: Database) {
    this.#database = database;
    this.#query = database.query;
  }

  /** Finds one page of books, sorted by author; a page after the last one is the last one. */
  async search({ q, language, century, free, page }: BookSearch): Promise<BookPage> {
    const values = [`%${q.replaceAll(/[\\%_]/g, '\\$&')}%`, language, century, free];
    const [count] = await this.#query<{ total: number }>(
      `SELECT count(*)::integer AS total ${FOUND}`,
      values,
    );
    const total = count?.total ?? 0;
    const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
    const shown = Math.min(page, pages);
    const books = await this.#query<Book>(
      `SELECT ${COLUMNS} ${FOUND} ORDER BY author, year, id LIMIT $5 OFFSET $6`,
      [...values, PAGE_SIZE, (shown - 1) * PAGE_SIZE],
    );
    return { books, page: shown, pages, total };
  }

  /** @returns `null` for an unknown id */
  async find(id: number): Promise<Book | null> {
    return oneBook(this.#query, BY_ID, [id]);
  }

  /** @returns the books of an author, the oldest first; empty for an unknown name */
  async byAuthor(author: string): Promise<readonly Book[]> {
    return this.#query<Book>(`SELECT ${COLUMNS} FROM books WHERE author = $1 ORDER BY year, id`, [
      author,
    ]);
  }

  /** @returns all languages of the catalogue, sorted */
  async languages(): Promise<readonly string[]> {
    const rows = await this.#query<{ language: string }>(
      'SELECT DISTINCT language FROM books ORDER BY language',
    );
    return rows.map(({ language }) => language);
  }

  /** @returns the first year of each century that has a book, the oldest first */
  async centuries(): Promise<readonly number[]> {
    const rows = await this.#query<{ century: number }>(
      'SELECT DISTINCT (floor(year / 100.0) * 100)::integer AS century FROM books ORDER BY century',
    );
    return rows.map(({ century }) => century);
  }

  async create({ title, author, year, language, copies }: NewBook): Promise<Book> {
    const book = await oneBook(
      this.#query,
      `INSERT INTO books (title, author, year, language, copies)
       VALUES ($1, $2, $3, $4, $5) RETURNING ${COLUMNS}`,
      [title, author, year, language, copies],
    );
    if (book === null) throw new Error('the database returned no row for a new book');
    return book;
  }

  /**
   * Changes a book, unless that would lose what somebody else did.
   *
   * @param version of the book that was changed; `null` changes any
   * @throws {HttpError} 404 `BOOK_UNKNOWN`
   */
  replace(
    id: number,
    version: number | null,
    { title, author, year, language, copies }: NewBook,
  ): Promise<Change> {
    return this.#locked(id, async (query, book) => {
      if (version !== null && version !== book.version) return { book, refused: 'version' };
      if (copies < book.copies - book.free) return { book, refused: 'copies' };
      const changed = await oneBook(
        query,
        `UPDATE books SET title = $2, author = $3, year = $4, language = $5, copies = $6,
           version = version + 1 WHERE id = $1 RETURNING ${COLUMNS}`,
        [id, title, author, year, language, copies],
      );
      return { book: knownBook(changed), refused: null };
    });
  }

  /**
   * Deletes a book, with its earlier loans and its reservations.
   *
   * @returns the book that was deleted
   * @throws {HttpError} 404 `BOOK_UNKNOWN`, 409 `BOOK_LENT`
   */
  remove(id: number): Promise<Book> {
    return this.#locked(id, async (query, book) => {
      if (book.free < book.copies) {
        throw httpError(409, 'A copy is lent: it must be returned first.', { code: 'BOOK_LENT' });
      }
      await query('DELETE FROM books WHERE id = $1', [id]);
      return book;
    });
  }

  /** Nobody borrows or changes the book during `work`. A statement of its own reads it: it sees what was done before the lock. */
  #locked<Result>(
    id: number,
    work: (query: Query, book: Book) => Promise<Result>,
  ): Promise<Result> {
    return this.#database.transaction(async (query) => {
      await query('SELECT FROM books WHERE id = $1 FOR UPDATE', [id]);
      return work(query, knownBook(await oneBook(query, BY_ID, [id])));
    });
  }
}
