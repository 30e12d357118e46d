import { httpError } from 'mortise';
import { knownBook } from '../books/known-book.js';
import type { Database, Query } from '../database/database.js';
import type { Announce } from '../live/announcing.js';
import { signInRequired } from '../people/person.js';
import { AlreadyBorrowed, NoCopyLeft, NotBorrowed } from '../problems.js';

/** A book that a person has at home. */
export interface Loan {
  readonly book: number;
  readonly title: string;
}

/** What a person can do with a book. */
export interface LoanState {
  readonly borrowed: boolean;
  readonly reserved: boolean;
  /** Copies on the shelf minus those that are kept for earlier reservations. */
  readonly available: number;
}

/** What pages alone refuse. */
const refusal = (detail: string, code: string) => httpError(409, detail, { code });

/** Loans and reservations. */
export class LoanStore {
  readonly #database: Database;
  readonly #announce: Announce;

  /** @param announce is called with the book after a change is committed, and never rejects */
  constructor(database: Database, announce: Announce) {
    this.#database = database;
    this.#announce = announce;
  }

  /** @returns the books that a person has at home, the newest first */
  ofPerson(person: number): Promise<readonly Loan[]> {
    return this.#database.query<Loan>(
      `SELECT book, title FROM loans JOIN books ON books.id = book
       WHERE person = $1 AND returned_at IS NULL ORDER BY loans.id DESC`,
      [person],
    );
  }

  /** @throws {HttpError} 404 `BOOK_UNKNOWN` */
  stateOf(book: number, person: number): Promise<LoanState> {
    return loanState(this.#database.query, book, person);
  }

  /**
   * Lends a copy. Of a last copy that many want at once, exactly one gets it: all wait for the row of the book.
   *
   * @throws {HttpError} 401 `SIGN_IN_REQUIRED` if the person was deleted, 404 `BOOK_UNKNOWN`, 409 `ALREADY_BORROWED` or
   *   `NO_COPY_LEFT`
   */
  async borrow(book: number, person: number): Promise<void> {
    await this.#database.transaction(async (query) => {
      await lockPerson(query, person);
      await lockBook(query, book);
      const { borrowed, available } = await loanState(query, book, person);
      if (borrowed) throw new AlreadyBorrowed('You have borrowed this book.');
      if (available <= 0) throw new NoCopyLeft('No copy is available. You can reserve one.');
      await query('INSERT INTO loans (book, person) VALUES ($1, $2)', [book, person]);
      await query('DELETE FROM reservations WHERE book = $1 AND person = $2', [book, person]);
    });
    await this.#announce(book);
  }

  /** @throws {HttpError} 404 `BOOK_UNKNOWN`, 409 `NOT_BORROWED` */
  async giveBack(book: number, person: number): Promise<void> {
    const returned = await this.#database.query(
      `UPDATE loans SET returned_at = now()
       WHERE book = $1 AND person = $2 AND returned_at IS NULL RETURNING id`,
      [book, person],
    );
    if (returned.length > 0) return this.#announce(book);
    await this.stateOf(book, person);
    throw new NotBorrowed('You do not have this book.');
  }

  /**
   * Keeps the next copy for a person, after those who reserved before; repeating it changes nothing.
   *
   * @throws {HttpError} 401 `SIGN_IN_REQUIRED`, 404 `BOOK_UNKNOWN`, 409 `ALREADY_BORROWED` or `COPY_AVAILABLE`
   */
  async reserve(book: number, person: number): Promise<void> {
    await this.#database.transaction(async (query) => {
      await lockPerson(query, person);
      await lockBook(query, book);
      const { borrowed, available } = await loanState(query, book, person);
      if (borrowed) throw new AlreadyBorrowed('You have borrowed this book.');
      if (available > 0) throw refusal('A copy is available: borrow it.', 'COPY_AVAILABLE');
      await query(
        'INSERT INTO reservations (book, person) VALUES ($1, $2) ON CONFLICT DO NOTHING',
        [book, person],
      );
    });
  }

  /** Gives a reservation up: the copy is for the next in line. @throws {HttpError} 404 `BOOK_UNKNOWN`, 409 `NOT_RESERVED` */
  async cancel(book: number, person: number): Promise<void> {
    const cancelled = await this.#database.query(
      'DELETE FROM reservations WHERE book = $1 AND person = $2 RETURNING id',
      [book, person],
    );
    if (cancelled.length > 0) return this.#announce(book);
    await this.stateOf(book, person);
    throw refusal('You have not reserved this book.', 'NOT_RESERVED');
  }
}

/** Nobody is deleted while a copy is lent to them: it would never be returned. */
async function lockPerson(query: Query, person: number): Promise<void> {
  const locked = await query('SELECT id FROM people WHERE id = $1 FOR KEY SHARE', [person]);
  if (locked.length === 0) throw signInRequired();
}

async function lockBook(query: Query, book: number): Promise<void> {
  const locked = await query('SELECT id FROM books WHERE id = $1 FOR UPDATE', [book]);
  knownBook(locked[0]);
}

async function loanState(query: Query, book: number, person: number): Promise<LoanState> {
  const [state] = await query<LoanState>(
    `SELECT
       EXISTS (SELECT FROM loans WHERE book = $1 AND person = $2 AND returned_at IS NULL) AS borrowed,
       EXISTS (SELECT FROM reservations WHERE book = $1 AND person = $2) AS reserved,
       (copies
         - (SELECT count(*) FROM loans WHERE book = $1 AND returned_at IS NULL)
         - (SELECT count(*) FROM reservations AS earlier WHERE book = $1 AND earlier.id < coalesce(
             (SELECT id FROM reservations WHERE book = $1 AND person = $2), 2147483647))
       )::integer AS available
     FROM books WHERE id = $1`,
    [book, person],
  );
  return knownBook(state);
}
