import type { Query } from '../database/database.js';

/** @returns all languages of the catalogue, sorted */
export async function languagesOf(query: Query): Promise<readonly string[]> {
  const rows = await query<{ language: string }>(
    // From one to the next in the index: DISTINCT would read all books.
    `WITH RECURSIVE found AS (
       SELECT min(language) AS language FROM books
       UNION ALL
       SELECT (SELECT min(language) FROM books WHERE language > found.language)
       FROM found WHERE language IS NOT NULL
     ) SELECT language FROM found WHERE language IS NOT NULL ORDER BY language`,
  );
  return rows.map(({ language }) => language);
}

/** @returns the first year of each century that has a book, the oldest first */
export async function centuriesOf(query: Query): Promise<readonly number[]> {
  const rows = await query<{ century: number }>(
    `WITH RECURSIVE found AS (
       SELECT (floor(min(year) / 100.0) * 100)::integer AS century FROM books
       UNION ALL
       SELECT (SELECT (floor(min(year) / 100.0) * 100)::integer FROM books
         WHERE year >= found.century + 100)
       FROM found WHERE century IS NOT NULL
     ) SELECT century FROM found WHERE century IS NOT NULL ORDER BY century`,
  );
  return rows.map(({ century }) => century);
}
