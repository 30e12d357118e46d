import type { Query } from '../database/database.js';
import type { Book, NewBook } from './book.js';
import type { BookSearch } from './book-search.js';

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
const BORROWED = 'SELECT count(*) FROM loans WHERE loans.book = books.id AND returned_at IS NULL';
const COLUMNS = `id, title, author, year, language, copies, cover_version AS "coverVersion",
  (copies - (${BORROWED}))::integer AS free`;
const FOUND = `FROM books WHERE (title ILIKE $1 OR author ILIKE $1) AND ($2 = '' OR language = $2)
  AND ($3::integer IS NULL OR year BETWEEN $3 AND $3 + 99)
  AND (NOT $4::boolean OR copies > (${BORROWED}))`;

/** The books in the database; methods return `null` for an unknown id. */
export class BookStore {
  readonly #query: Query;

  constructor(query: Query) {
    this.#query = query;
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

  async find(id: number): Promise<Book | null> {
    return this.#one(`SELECT ${COLUMNS} FROM books WHERE id = $1`, [id]);
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

  async create({ title, author, year, language, copies }: NewBook): Promise<Book> {
    const book = await this.#one(
      `INSERT INTO books (title, author, year, language, copies)
       VALUES ($1, $2, $3, $4, $5) RETURNING ${COLUMNS}`,
      [title, author, year, language, copies],
    );
    if (book === null) throw new Error('the database returned no row for a new book');
    return book;
  }

  async replace(
    id: number,
    { title, author, year, language, copies }: NewBook,
  ): Promise<Book | null> {
    return this.#one(
      `UPDATE books SET title = $2, author = $3, year = $4, language = $5, copies = $6
       WHERE id = $1 RETURNING ${COLUMNS}`,
      [id, title, author, year, language, copies],
    );
  }

  /** @returns whether there was such a book */
  async remove(id: number): Promise<boolean> {
    return (await this.#query('DELETE FROM books WHERE id = $1 RETURNING id', [id])).length > 0;
  }

  async #one(sql: string, parameters: readonly unknown[]): Promise<Book | null> {
    const [book] = await this.#query<Book>(sql, parameters);
    return book ?? null;
  }
}
