import { memoryPubSub, type PubSubInterface } from '@mortise/pubsub';
import { fromPg, postgresPubSub } from '@mortise/pubsub-postgres';
import { fromNodeRedis, redisPubSub } from '@mortise/pubsub-redis';
import type { StoreInterface } from '@mortise/store';
import { postgresStore } from '@mortise/store-postgres';
import { redisStore } from '@mortise/store-redis';
import { Client } from 'pg';
import type { Database } from '../database/database.js';
import { openLibrary } from '../database/open-library.js';
import type { Settings } from '../settings.js';
import { openRedis } from './redis-client.js';

/** What outlives a request, and what processes share. */
export interface Services {
  readonly database: Database;
  /** Sessions, counters and idempotency keys. */
  readonly store: StoreInterface;
  /** Carries events between processes; with an embedded database there is one process. */
  readonly bus: PubSubInterface;

  /** Ends the connections, after the last request. */
  close(): Promise<void>;
}

/**
 * Opens the database, and Redis if there is one.
 *
 * @param timeout milliseconds after which the store and the bus do not wait for their server any more
 */
export async function openServices(settings: Settings, timeout = 1_000): Promise<Services> {
  const database = await openLibrary(settings);
  try {
    return settings.redisUrl === null
      ? await withoutRedis(database, settings.databaseUrl, timeout)
      : await withRedis(database, settings.redisUrl, { prefix: settings.redisPrefix, timeout });
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function withoutRedis(
  database: Database,
  databaseUrl: string | null,
  timeout: number,
): Promise<Services> {
  const store = postgresStore((...statement) => database.query<object>(...statement), { timeout });
  await store.setUp();
  const sweep = setInterval(() => void store.sweep().catch(console.error), 60_000).unref();
  const bus = databaseUrl === null ? memoryPubSub() : await busOn(database, databaseUrl, timeout);
  return {
    database,
    store,
    bus,
    close: async () => {
      clearInterval(sweep);
      await bus.close();
      await database.close();
    },
  };
}

/** Statements run in the connections of the library, which has no other topics than its own few. */
async function busOn(
  database: Database,
  connectionString: string,
  timeout: number,
): Promise<PubSubInterface> {
  const query = async (sql: string, parameters: unknown[]) => ({
    rows: [...(await database.query(sql, parameters))],
  });
  const client = fromPg({ query }, () => new Client({ connectionString }));
  const bus = postgresPubSub(client, { timeout });
  await bus.setUp();
  return bus;
}

async function withRedis(
  database: Database,
  url: string,
  options: { readonly prefix: string; readonly timeout: number },
): Promise<Services> {
  const client = await openRedis(url);
  const redis = fromNodeRedis(client);
  const bus = redisPubSub(redis, options);
  return {
    database,
    bus,
    store: redisStore((args) => redis.send(args), options),
    close: async () => {
      await bus.close();
      client.destroy();
      await database.close();
    },
  };
}
