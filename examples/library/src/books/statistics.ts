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
  /** The oldest century first. */
  readonly booksByCentury: readonly Bar[];
  /** The most frequent language first. */
  readonly booksByLanguage: readonly Bar[];
}

/** Counts books and loans. */
export async function statisticsOf(query: Query): Promise<Statistics> {
  const [totals] = await query<{ books: number; copies: number; borrowed: number }>(
    `SELECT count(*)::integer AS books, coalesce(sum(copies), 0)::integer AS copies,
       (SELECT count(*)::integer FROM loans WHERE returned_at IS NULL) AS borrowed FROM books`,
  );
  const loansByDay = await query<Bar>(
    `SELECT to_char(day, 'FMDD Mon') AS label, count(loans.id)::integer AS value
     FROM generate_series(current_date - 29, current_date, interval '1 day') AS day
       LEFT JOIN loans ON borrowed_at >= day AND borrowed_at < day + interval '1 day'
     GROUP BY day ORDER BY day`,
  );
  const byCentury = await query<{ century: number; value: number }>(
    `SELECT (floor(year / 100.0) * 100)::integer AS century, count(*)::integer AS value
     FROM books GROUP BY floor(year / 100.0) ORDER BY floor(year / 100.0)`,
  );
  const booksByCentury = byCentury.map(({ century, value }) => ({
    label: centuryName(century),
    value,
  }));
  const booksByLanguage = await query<Bar>(
    `SELECT language AS label, count(*)::integer AS value
     FROM books GROUP BY language ORDER BY value DESC, label LIMIT 12`,
  );
  const { books = 0, copies = 0, borrowed = 0 } = totals ?? {};
  return { books, copies, borrowed, loansByDay, booksByCentury, booksByLanguage };
}
