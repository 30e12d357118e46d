/** A bus of a kind, connected as the READMEs say. */
import { memoryPubSub } from '@mortise/pubsub';
import { fromPg, postgresPubSub } from '@mortise/pubsub-postgres';
import { fromNodeRedis, redisPubSub } from '@mortise/pubsub-redis';
import pg from 'pg';
import { createClient } from 'redis';
import { printHead, printRow } from '../lib/table.js';

/** The kinds, and the variable with the URL of the service that each needs. */
const BUSES = { memory: undefined, redis: 'REDIS_URL', postgres: 'DATABASE_URL' };

/** The kinds of buses. */
export const kinds = Object.keys(BUSES);

/**
 * Prints a row of what is measured for each bus, or what to set for it.
 *
 * @param {string[]} buses of {@link kinds}
 * @param {string[]} columns after the bus
 * @param {(bus: string) => Promise<unknown[]>} measure the cells after the bus
 */
export async function printRows(buses, columns, measure) {
  printHead('bus', ...columns);
  for (const bus of buses) {
    const service = BUSES[bus];
    if (service !== undefined && process.env[service] === undefined) {
      printRow(bus, `set ${service}`, ...columns.slice(1).map(() => ''));
      continue;
    }
    printRow(bus, ...(await measure(bus)));
  }
}

/** @param {string} kind one of {@link kinds} @param {string} name of tables, or a prefix of keys: `[a-z_]+` */
export async function busAt(kind, name) {
  if (kind === 'memory') return memoryPubSub();
  if (kind === 'redis') {
    const client = createClient({ url: process.env.REDIS_URL, disableOfflineQueue: true });
    client.on('error', () => undefined);
    await client.connect();
    return redisPubSub(fromNodeRedis(client), { prefix: `${name}:` });
  }
  const config = { connectionString: process.env.DATABASE_URL };
  const bus = postgresPubSub(
    fromPg(new pg.Pool({ ...config, max: 3 }), () => new pg.Client(config)),
    { table: name },
  );
  await bus.setUp({ unlogged: true });
  return bus;
}

/** Removes the tables of a bus on PostgreSQL. */
export async function dropTables(name) {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  const { rows } = await client.query('SELECT tablename FROM pg_tables WHERE tablename LIKE $1', [
    `${name}%`,
  ]);
  for (const { tablename } of rows) await client.query(`DROP TABLE "${tablename}" CASCADE`);
  await client.end();
}
