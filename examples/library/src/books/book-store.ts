import type { Database } from '../database/database.js';
import type { Book, BookData } from './book.js';

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

const booksPerPage = 20;
const columns = 'id, title, author, year, language';

/** The books in the database; methods return `null` for an unknown id. */
export class BookStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Finds books whose title or author contains `text`, in any case, sorted by author.
   *
   * @param text `''` matches all
   * @param page a number after the last page returns the last page
   */
  async search(text: string, page: number): Promise<BookPage> {
    const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
    const found = 'FROM books WHERE title ILIKE $1 OR author ILIKE $1';
    const [count] = await this.#database.query<{ total: number }>(
      `SELECT count(*)::integer AS total ${found}`,
      [pattern],
    );
    const total = count?.total ?? 0;
    const pages = Math.max(1, Math.ceil(total / booksPerPage));
    const shown = Math.min(page, pages);
    const books = await this.#database.query<Book>(
      `SELECT ${columns} ${found} ORDER BY author, year, id LIMIT $2 OFFSET $3`,
      [pattern, booksPerPage, (shown - 1) * booksPerPage],
    );
    return { books, page: shown, pages, total };
  }

  async find(id: number): Promise<Book | null> {
    return this.#one(`SELECT ${columns} FROM books WHERE id = $1`, [id]);
  }

  async create({ title, author, year, language }: BookData): Promise<Book> {
    const book = await this.#one(
      `INSERT INTO books (title, author, year, language)
       VALUES ($1, $2, $3, $4) RETURNING ${columns}`,
      [title, author, year, language],
    );
    if (book === null) throw new Error('the database returned no row for a new book');
    return book;
  }

  async replace(id: number, { title, author, year, language }: BookData): Promise<Book | null> {
    return this.#one(
      `UPDATE books SET title = $2, author = $3, year = $4, language = $5
       WHERE id = $1 RETURNING ${columns}`,
      [id, title, author, year, language],
    );
  }

  /** @returns the deleted book */
  async remove(id: number): Promise<Book | null> {
    return this.#one(`DELETE FROM books WHERE id = $1 RETURNING ${columns}`, [id]);
  }

  async #one(sql: string, parameters: readonly unknown[]): Promise<Book | null> {
    const [book] = await this.#database.query<Book>(sql, parameters);
    return book ?? null;
  }
}
