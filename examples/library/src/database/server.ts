import { type ClientBase, Pool } from 'pg';
import type { Database, Query } from './database.js';
import { isAway } from './unavailable.js';

/** Milliseconds after which a server that does not answer counts as away: to a request for a connection, and to a statement. */
const PATIENCE = 3_000;

/** A PostgreSQL server, by its URL (`postgres://user:password@host:port/database`). */
export function openServer(url: string): Database {
  const limits = { connectionTimeoutMillis: PATIENCE, query_timeout: PATIENCE };
  const pool = new Pool({ connectionString: url, ...limits });
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
    const rollBack = () =>
      client.query('ROLLBACK').then(
        () => true,
        () => false,
      );
    isOver = !isAway(error) && (await rollBack()); // which a server that is away would not answer either
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
