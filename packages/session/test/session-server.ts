/**
 * One of several processes that serve the same sessions. `STORE_URL` names a Redis or PostgreSQL server, and
 * `STORE_PREFIX` keeps the sessions of a test apart. Prints its URL.
 */
import type { AttributeKey } from '@mortise/http-message';
import type { StoreInterface } from '@mortise/store';
import { postgresStore } from '@mortise/store-postgres';
import { redisStore } from '@mortise/store-redis';
import { createApp, serve, text } from 'mortise';
import pg from 'pg';
import { createClient, RESP_TYPES } from 'redis';
import { SESSION, session } from '../src/index.js';

const COUNT: AttributeKey<number> = 'count';
/** Far longer than a call takes on a busy machine. */
const timeout = 30_000;

const { STORE_URL = '', STORE_PREFIX = '' } = process.env;
const store = STORE_URL.startsWith('redis:') ? await onRedis() : await onPostgres();

const app = createApp();
app.get('/add/{key}', (request, response, { key }) => {
  const current = request.getAttribute(SESSION);
  current?.update(COUNT, (count) => (count ?? 0) + 1);
  current?.set(`own-${key}`, key);
  return text(response, '');
});
app.get('/show', (request, response) => {
  const current = request.getAttribute(SESSION);
  const own = Array.from({ length: 200 }, (_, at) => current?.get(`own-${at}`)).filter(Boolean);
  return text(response, `${String(current?.get(COUNT))} ${own.length}`);
});
app.get('/logout', (request, response) => {
  request.getAttribute(SESSION)?.destroy();
  return text(response, '');
});
app.add(session({ store, prefix: `${STORE_PREFIX}:` }));

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
  const onServer = postgresStore(query, { timeout, table: 'session_race' });
  await onServer.setUp({ unlogged: true });
  return onServer;
}
