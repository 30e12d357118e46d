import type { PubSubInterface } from '@mortise/pubsub';
import { fromPg, postgresPubSub } from '@mortise/pubsub-postgres';
import { fromNodeRedis, redisPubSub } from '@mortise/pubsub-redis';
import pg from 'pg';
import { createClient } from 'redis';

/** A bus on a real server, and what ends its connections. */
export interface ConnectedBus {
  readonly bus: PubSubInterface;
  close(): Promise<void>;
}

/** Where a bus is, and how long it waits. */
export interface BusAtOptions {
  /** Its tables in PostgreSQL, and its prefix in Redis. */
  readonly table: string;

  /** Milliseconds. Default: 30,000, far longer than a call takes on a busy machine. */
  readonly timeout?: number;

  /** Milliseconds. Default: 200. */
  readonly checkInterval?: number;
}

/**
 * Connects a bus with a real server, configured as the READMEs say.
 *
 * @param url of a Redis or PostgreSQL server
 */
export function busAt(url: string, options: BusAtOptions): Promise<ConnectedBus> {
  return url.startsWith('redis:') ? onRedis(url, options) : onPostgres(url, options);
}

async function onRedis(url: string, options: BusAtOptions): Promise<ConnectedBus> {
  const { table, timeout = 30_000, checkInterval = 200 } = options;
  const client = createClient({ url, disableOfflineQueue: true });
  client.on('error', () => undefined);
  await client.connect();
  const bus = redisPubSub(fromNodeRedis(client), { prefix: `${table}:`, timeout, checkInterval });
  return {
    bus,
    close: async () => {
      await bus.close();
      client.destroy();
    },
  };
}

async function onPostgres(url: string, options: BusAtOptions): Promise<ConnectedBus> {
  const { table, timeout = 30_000, checkInterval = 200 } = options;
  const config = { connectionString: url, connectionTimeoutMillis: timeout };
  const pool = new pg.Pool({ ...config, max: 3 });
  pool.on('error', () => undefined);
  const client = fromPg(pool, () => new pg.Client(config));
  const bus = postgresPubSub(client, { table, timeout, checkInterval });
  await bus.setUp({ unlogged: true });
  return {
    bus,
    close: async () => {
      await bus.close();
      await pool.end();
    },
  };
}
