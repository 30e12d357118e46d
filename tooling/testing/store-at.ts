import type { StoreInterface } from '@mortise/store';
import { postgresStore } from '@mortise/store-postgres';
import { redisStore } from '@mortise/store-redis';
import pg from 'pg';
import { createClient, RESP_TYPES } from 'redis';

/** Far longer than a call takes on a busy machine. */
const timeout = 30_000;

/**
 * Returns a store on a real server, for programs that end with their process.
 *
 * @param url of a Redis or PostgreSQL server
 * @param table its table in PostgreSQL
 */
export function storeAt(url: string, table: string): Promise<StoreInterface> {
  return url.startsWith('redis:') ? onRedis(url) : onPostgres(url, table);
}

async function onRedis(url: string): Promise<StoreInterface> {
  const types = { [RESP_TYPES.BLOB_STRING]: Buffer };
  const client = createClient({ url }).withTypeMapping(types);
  await client.connect();
  const asArgument = (arg: string | Uint8Array) =>
    typeof arg === 'string' ? arg : Buffer.from(arg);
  return redisStore((args) => client.sendCommand(args.map(asArgument)), { timeout });
}

async function onPostgres(url: string, table: string): Promise<StoreInterface> {
  const pool = new pg.Pool({ connectionString: url });
  const query = async (sql: string, parameters: unknown[]) =>
    (await pool.query<object>(sql, parameters)).rows;
  const store = postgresStore(query, { timeout, table });
  await store.setUp({ unlogged: true });
  return store;
}
