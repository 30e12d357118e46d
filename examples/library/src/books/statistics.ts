import type { Query } from '../database/database.js';
import { centuryName } from './year-names.js';

/** A bar of a chart. */
export interface Bar {
  readonly label: string;
  readonly value: number;
}

/** The numbers of the statistics page. */
export interface Statistics {
  readonly books: number;
  readonly copies: number;
  readonly borrowed: number;
  /** The last 30 days, the oldest first, with zeros. */
  readonly loansByDay: readonly Bar[];
  /** From the oldest century that has a book to the newest, with zeros; empty without books. */
  readonly booksByCentury: readonly Bar[];
  /** The 12 most frequent languages, the most frequent first, and then all others together, if there are any. */
  readonly booksByLanguage: readonly Bar[];
}

const LANGUAGES = 12; // with a bar of their own

/** Counts books and loans. */
export async function statisticsOf(query: Query): Promise<Statistics> {
  const [totals] = await query<{ books: number; copies: number; borrowed: number }>(
    `SELECT count(*)::integer AS books, coalesce(sum(copies), 0)::float8 AS copies,
       (SELECT count(*)::integer FROM loans WHERE returned_at IS NULL) AS borrowed FROM books`,
  );
  const loansByDay = await query<Bar>(
    `SELECT to_char(day, 'FMDD Mon') AS label, count(loans.id)::integer AS value
     FROM generate_series(current_date - 29, current_date, interval '1 day') AS day
       LEFT JOIN loans ON borrowed_at >= day AND borrowed_at < day + interval '1 day'
     GROUP BY day ORDER BY day`,
  );
  const byCentury = await query<{ century: number; value: number }>(
    `SELECT century * 100 AS century, coalesce(value, 0)::integer AS value
     FROM (SELECT floor(year / 100.0)::integer AS century, count(*) AS value FROM books GROUP BY 1) AS counted
       RIGHT JOIN (SELECT generate_series(floor(min(year) / 100.0)::integer, floor(max(year) / 100.0)::integer) AS century
         FROM books) AS centuries USING (century)
     ORDER BY century`,
  );
  const booksByCentury = byCentury.map(({ century, value }) => ({
    label: centuryName(century),
    value,
  }));
  const languages = await query<Bar>(
    `SELECT language AS label, count(*)::integer AS value
     FROM books GROUP BY language ORDER BY value DESC, label`,
  );
  const booksByLanguage = [...languages.slice(0, LANGUAGES)];
  const others = languages.slice(LANGUAGES).reduce((sum, { value }) => sum + value, 0);
  if (others > 0) booksByLanguage.push({ label: 'Other languages', value: others });
  const { books = 0, copies = 0, borrowed = 0 } = totals ?? {};
  return { books, copies, borrowed, loansByDay, booksByCentury, booksByLanguage };
}
