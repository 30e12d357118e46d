import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import type { Query } from '../src/index.js';

/** A database and how a store queries it. */
export interface TestDatabase {
  readonly query: Query;
  close(): Promise<void>;
}

/** PostgreSQL compiled to WebAssembly, in this process. */
export async function openPglite(): Promise<TestDatabase> {
  const database = await PGlite.create();
  return {
    query: async (sql, parameters) => (await database.query<object>(sql, parameters)).rows,
    close: () => database.close(),
  };
}

/**
 * A server, through a pool of connections.
 *
 * @param patience milliseconds that a call waits for a connection: 200 concurrent calls share ten
 */
export function openServer(url: string, patience = 30_000): TestDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: patience,
    statement_timeout: 30_000,
  });
  pool.on('error', () => undefined);
  return {
    query: async (sql, parameters) => (await pool.query<object>(sql, parameters)).rows,
    close: () => pool.end(),
  };
}
