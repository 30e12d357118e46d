import type { Query } from '../database/database.js';
import type { Book } from './book.js';

/** A book beside another one, with the version of its cover. */
export type Neighbor = Pick<Book, 'id' | 'title' | 'version'>;

const SIDE = 3; // books on each side

/** @returns up to three books before a book and three after it, in the order of the catalogue */
export function neighborsOf(query: Query, book: number): Promise<readonly Neighbor[]> {
  return query<Neighbor>(
    `WITH own AS (SELECT author, year, id FROM books WHERE id = $1), beside AS (
       (SELECT id, title, version, author, year FROM books
        WHERE (author, year, id) < (SELECT author, year, id FROM own)
        ORDER BY author DESC, year DESC, id DESC LIMIT ${SIDE})
       UNION ALL
       (SELECT id, title, version, author, year FROM books
        WHERE (author, year, id) > (SELECT author, year, id FROM own)
        ORDER BY author, year, id LIMIT ${SIDE})
     ) SELECT id, title, version FROM beside ORDER BY author, year, id`,
    [book],
  );
}
