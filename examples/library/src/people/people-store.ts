import { verifyPassword } from '@mortise/auth/password';
import type { Database } from '../database/database.js';
import { type Person, signInRequired } from './person.js';

/** The people in the database. */
export class PeopleStore {
  readonly #database: Database;
  readonly #passwordCost: number;

  /** @param passwordCost with which an unknown name is refused: that of new hashes */
  constructor(database: Database, passwordCost: number) {
    this.#database = database;
    this.#passwordCost = passwordCost;
  }

  /** @returns `null` if there is no such person */
  async find(id: number): Promise<Person | null> {
    const [person] = await this.#database.query<Person>(
      'SELECT id, name, role FROM people WHERE id = $1',
      [id],
    );
    return person ?? null;
  }

  /** @returns `null` for a wrong name or password */
  async verify(name: string, password: string): Promise<Person | null> {
    const [row] = await this.#database.query<Person & { password: string }>(
      'SELECT id, name, role, password FROM people WHERE name = $1',
      // Blanks at the end come with a copied name; NUL, which PostgreSQL would refuse, no name has.
      [name.trim().replaceAll('\0', ' ')],
    );
    const isRight = await verifyPassword(password, row?.password ?? null, this.#passwordCost);
    if (!isRight || row === undefined) return null;
    return { id: row.id, name: row.name, role: row.role };
  }

  /**
   * Returns all that the database stores about a person, the newest loan first; wishes are in the session.
   *
   * @throws {HttpError} 401 `SIGN_IN_REQUIRED` if the person was deleted
   */
  async personalData({ id, name, role }: Person) {
    const [joined] = await this.#database.query<{ joinedAt: Date }>(
      'SELECT joined_at AS "joinedAt" FROM people WHERE id = $1',
      [id],
    );
    if (joined === undefined) throw signInRequired();
    const loans = await this.#database.query<{
      title: string;
      borrowedAt: Date;
      returnedAt: Date | null;
    }>(
      `SELECT title, borrowed_at AS "borrowedAt", returned_at AS "returnedAt"
       FROM loans JOIN books ON books.id = book WHERE person = $1 ORDER BY loans.id DESC`,
      [id],
    );
    const reservations = await this.#database.query<{ book: number; title: string }>(
      `SELECT book, title FROM reservations JOIN books ON books.id = book
       WHERE person = $1 ORDER BY reservations.id`,
      [id],
    );
    return { name, role, joinedAt: joined.joinedAt, loans, reservations };
  }

  /**
   * Deletes a person with all reservations; loans stay, without a name.
   *
   * @returns the books that were reserved; `null` if the person has a book at home: then nothing is deleted
   */
  remove(id: number): Promise<readonly number[] | null> {
    return this.#database.transaction(async (query) => {
      // Waits for a copy that is being lent to the person or reserved; the next statements see that.
      await query('SELECT FROM people WHERE id = $1 FOR UPDATE', [id]);
      const reserved = await query<{ book: number }>(
        'SELECT book FROM reservations WHERE person = $1 ORDER BY book',
        [id],
      );
      const removed = await query(
        `DELETE FROM people WHERE id = $1 AND NOT EXISTS
           (SELECT FROM loans WHERE person = $1 AND returned_at IS NULL)
         RETURNING id`,
        [id],
      );
      return removed.length > 0 ? reserved.map(({ book }) => book) : null;
    });
  }
}
