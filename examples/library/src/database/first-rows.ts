import { readFile } from 'node:fs/promises';
import { hashPassword } from '@mortise/auth/password';
import type { Book } from '../books/book.js';
import type { DemoPerson } from '../people/demo-people.js';
import type { Query } from './database.js';

/** A book of `data/books.json`. */
type FirstBook = Pick<Book, 'id' | 'title' | 'author' | 'year' | 'language'>;

/** The books that the library opens with. */
export async function firstBooks(): Promise<readonly FirstBook[]> {
  const file = new URL('../../data/books.json', import.meta.url);
  return JSON.parse(await readFile(file, 'utf8')) as FirstBook[];
}

/**
 * Adds those of `people` whose names are not there.
 *
 * @param passwordCost of their hashes
 */
export async function insertMissing(
  query: Query,
  people: readonly DemoPerson[],
  passwordCost: number,
): Promise<void> {
  const stored = await query<{ name: string }>('SELECT name FROM people');
  const names = new Set(stored.map(({ name }) => name));
  for (const { name, password, role } of people) {
    if (names.has(name)) continue;
    await query(
      'INSERT INTO people (name, password, role) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [name, await hashPassword(password, passwordCost), role],
    );
  }
}

/** Fills empty tables: the first books, and 60 days of loans whose readers are not known. */
export async function insertFirstRows(query: Query): Promise<void> {
  const [state] = await query<{ filled: boolean }>('SELECT EXISTS (SELECT FROM books) AS filled');
  if (state?.filled !== true) {
    await query(
      `INSERT INTO books (id, title, author, year, language, copies)
       SELECT id, title, author, year, language, 1 + id % 3
       FROM json_to_recordset($1::json)
         AS row(id integer, title text, author text, year integer, language text)`,
      [JSON.stringify(await firstBooks())],
    );
    await query("SELECT setval(pg_get_serial_sequence('books', 'id'), max(id)) FROM books");
  }
  // Days differ, and the same days on every machine: a number of loans from the day alone.
  await query(
    `INSERT INTO loans (book, borrowed_at, returned_at)
     SELECT picked.id, day, day + interval '12 hours'
     FROM generate_series(1, 60) AS ago,
       LATERAL (SELECT now() - ago * interval '1 day' AS day) AS days,
       LATERAL generate_series(1, 2 + ('x' || left(md5(ago::text), 4))::bit(16)::integer % 11) AS number,
       LATERAL (SELECT id FROM books ORDER BY (id * 31 + ago * 17 + number * 13) % 101, id LIMIT 1) AS picked`,
  );
}
