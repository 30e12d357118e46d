import { fromNodeRedis, redisPubSub } from '@mortise/pubsub-redis';
import { channel, type SharedChannelInterface } from '@mortise/sse';
import { redisStore } from '@mortise/store-redis';
import { rooms, type RoomsInterface } from '@mortise/ws/node';
import { Pool } from 'pg';
import { createClient } from 'redis';
import type { Settings } from './settings.js';

/** What all processes share. */
export interface Services {
  readonly pool: Pool;
  readonly store: ReturnType<typeof redisStore>;
  readonly added: SharedChannelInterface;
  readonly chat: RoomsInterface;

  /** Ends the connections, after the last request. */
  close(): Promise<void>;
}

/** Two processes that start together must not both create the table: the lock lasts until it exists. */
const SCHEMA = `
  SELECT pg_advisory_xact_lock(3001);
  CREATE TABLE IF NOT EXISTS notes (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text text NOT NULL)`;

/** Connects with PostgreSQL and Redis: two connections to Redis, and up to `poolSize` to PostgreSQL. */
export async function connect(settings: Settings): Promise<Services> {
  const { databaseUrl, redisUrl, poolSize, timeout, prefix } = settings;
  const pool = new Pool({
    ...{ connectionString: databaseUrl, max: poolSize },
    connectionTimeoutMillis: timeout, // also if the pool is exhausted
    query_timeout: timeout,
  });
  pool.on('error', () => undefined);
  await pool.query(SCHEMA);

  const client = createClient({ url: redisUrl, disableOfflineQueue: true });
  client.on('error', (error) => {
    console.error(error);
  });
  await client.connect();
  const redis = fromNodeRedis(client);
  const store = redisStore((args) => redis.send(args), { prefix, timeout });
  const bus = redisPubSub(redis, { prefix, timeout });
  const added = await channel({ bus, topic: 'added', history: 1_000 });
  const chat = rooms({ bus });
  return {
    ...{ pool, store, added, chat },
    close: async () => {
      await chat.close();
      await added.close();
      await bus.close();
      client.destroy();
      await pool.end();
    },
  };
}
