import type { StoreInterface } from '@mortise/store';
import { postgresStore } from '@mortise/store-postgres';
import { redisStore } from '@mortise/store-redis';
import pg from 'pg';
import { createClient, RESP_TYPES } from 'redis';

/** A store on a real server, and what ends its connections. */
export interface ConnectedStore {
  readonly store: StoreInterface;
  close(): Promise<void>;
}

/** Where a store is, and how long it waits. */
export interface StoreAtOptions {
  /** Its table in PostgreSQL. */
  readonly table: string;

  /** Milliseconds. Default: 30,000, far longer than a call takes on a busy machine. */
  readonly timeout?: number;
}

/**
 * Connects a store with a real server, configured as the READMEs say.
 *
 * @param url of a Redis or PostgreSQL server
 */
export function storeAt(url: string, options: StoreAtOptions): Promise<ConnectedStore> {
  return url.startsWith('redis:') ? onRedis(url, options) : onPostgres(url, options);
}

async function onRedis(url: string, { timeout = 30_000 }: StoreAtOptions): Promise<ConnectedStore> {
  const types = { [RESP_TYPES.BLOB_STRING]: Buffer };
  const client = createClient({ url, disableOfflineQueue: true }).withTypeMapping(types);
  client.on('error', () => undefined);
  await client.connect();
  const asArgument = (arg: string | Uint8Array) =>
    typeof arg === 'string' ? arg : Buffer.from(arg);
  return {
    store: redisStore((args) => client.sendCommand(args.map(asArgument)), { timeout }),
    close: () => {
      client.destroy();
      return Promise.resolve();
    },
  };
}

async function onPostgres(
  url: string,
  { table, timeout = 30_000 }: StoreAtOptions,
): Promise<ConnectedStore> {
  const pool = new pg.Pool({ connectionString: url, connectionTimeoutMillis: timeout });
  pool.on('error', () => undefined);
  const query = async (sql: string, parameters: unknown[]) =>
    (await pool.query<object>(sql, parameters)).rows;
  const store = postgresStore(query, { timeout, table });
  await store.setUp({ unlogged: true });
  return { store, close: () => pool.end() };
}
