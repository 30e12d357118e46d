import { type ClientBase, Pool } from 'pg';
import type { Database, Query } from './database.js';

/** A PostgreSQL server, by its URL (`postgres://user:password@host:port/database`). */
export function openServer(url: string): Database {
  // A server that accepts a query but does not answer counts as away, long before the request's own limit.
  const pool = new Pool({
    ...{ connectionString: url, connectionTimeoutMillis: 3_000, query_timeout: 10_000 },
  });
  // A connection that breaks while it is idle is replaced at the next query.
  pool.on('error', () => undefined);
  const { host, pathname } = new URL(url);
  return {
    description: `PostgreSQL at ${host}${pathname}`,
    query: queryOn(pool),
    transaction: (work) => inTransaction(pool, work),
    close: () => pool.end(),
  };
}

async function inTransaction<Result>(
  pool: Pool,
  work: (query: Query) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let isOver = true;
  // A connection that breaks fails its query. Without a listener it would also end the process.
  const ignore = (): void => undefined;
  client.on('error', ignore);
  try {
    await client.query('BEGIN');
    const result = await work(queryOn(client));
    await client.query('COMMIT');
    return result;
  } catch (error) {
    isOver = await client.query('ROLLBACK').then(
      () => true,
      () => false,
    );
    throw error;
  } finally {
    client.off('error', ignore);
    // One that may still be in its transaction is closed: its next user would commit what was begun here.
    client.release(!isOver);
  }
}

function queryOn(postgres: Pick<ClientBase, 'query'>): Query {
  return async <Row>(sql: string, parameters: readonly unknown[] = []) => {
    const { rows } = await postgres.query(sql, [...parameters]);
    return rows as Row[];
  };
}
