import { Pool } from 'pg';
import { onConnection } from './connection.js';
import type { Database, Query } from './database.js';

/** Milliseconds after which a server that does not answer counts as away. */
const PATIENCE = 3_000;

/** A PostgreSQL server, by its URL (`postgres://user:password@host:port/database`, and perhaps `?query_timeout=5000`). */
export function openServer(url: string): Database {
  const { host, pathname, searchParams } = new URL(url);
  const patience = Number(searchParams.get('query_timeout') ?? PATIENCE);
  const pool = new Pool({ connectionString: url, connectionTimeoutMillis: PATIENCE });
  // A connection that breaks while it is idle is replaced at the next query.
  pool.on('error', () => undefined);
  return {
    description: `PostgreSQL at ${host}${pathname}`,
    query: (sql, parameters) => onConnection(pool, patience, (query) => query(sql, parameters)),
    transaction: (work) => {
      const whole = async (query: Query) => {
        await query('BEGIN');
        const result = await work(query);
        await query('COMMIT');
        return result;
      };
      return onConnection(pool, patience, whole, 'ROLLBACK');
    },
    close: () => pool.end(),
  };
}
