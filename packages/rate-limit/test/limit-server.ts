/** One of several processes that count together. `STORE_URL` names a Redis or PostgreSQL server. Prints its URL. */
import type { StoreInterface } from '@mortise/store';
import { postgresStore } from '@mortise/store-postgres';
import { redisStore } from '@mortise/store-redis';
import { createApp, serve, text } from 'mortise';
import pg from 'pg';
import { createClient, RESP_TYPES } from 'redis';
import { rateLimit } from '../src/index.js';

/** Far longer than a call takes on a busy machine. */
const timeout = 30_000;

const { STORE_URL = '', STORE_PREFIX = '' } = process.env;
const store = STORE_URL.startsWith('redis:') ? await onRedis() : await onPostgres();

const app = createApp();
app.get('/', (_request, response) => text(response, ''));
// One window of a year: no test meets its border.
const policies = [{ name: 'exact', limit: 100, window: 31_536_000, kind: 'fixed' as const }];
app.add(rateLimit({ store, policies, prefix: `${STORE_PREFIX}:`, whenDown: 'refuse' }));

const { url } = await serve(app, { port: 0 });
console.log(url);

async function onRedis(): Promise<StoreInterface> {
  const client = createClient({ url: STORE_URL }).withTypeMapping({
    [RESP_TYPES.BLOB_STRING]: Buffer,
  });
  await client.connect();
  const asArgument = (arg: string | Uint8Array) =>
    typeof arg === 'string' ? arg : Buffer.from(arg);
  return redisStore((args) => client.sendCommand(args.map(asArgument)), { timeout });
}

async function onPostgres(): Promise<StoreInterface> {
  const pool = new pg.Pool({ connectionString: STORE_URL });
  const query = async (sql: string, parameters: unknown[]) =>
    (await pool.query<object>(sql, parameters)).rows;
  const onServer = postgresStore(query, { timeout, table: 'rate_limit_test' });
  await onServer.setUp({ unlogged: true });
  return onServer;
}
