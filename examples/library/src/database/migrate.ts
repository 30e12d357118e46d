import type { Database, Query } from './database.js';
import { schema } from './schema.js';

/** Creates the tables that are missing, and calls `fill` if there are neither people nor loans: on the first start. */
export async function migrate(
  database: Database,
  fill: (query: Query) => Promise<void>,
): Promise<void> {
  await database.transaction(async (query) => {
    // Two processes that start at the same time on one server wait for each other here.
    await query('SELECT pg_advisory_xact_lock(7421)');
    for (const statement of schema) await query(statement);
    const [state] = await query<{ filled: boolean }>(
      'SELECT EXISTS (SELECT FROM people) OR EXISTS (SELECT FROM loans) AS filled',
    );
    if (state?.filled !== true) await fill(query);
  });
}
