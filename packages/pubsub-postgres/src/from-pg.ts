import type { Socket } from 'node:net';
import { memberOf } from '@mortise/base';
import { accepted, ensure, methods } from '@mortise/base/options';
import type { PostgresClient } from './postgres-client.js';

/** The member of a `pg` pool that a bus uses. */
export interface PgPool {
  query(sql: string, parameters: unknown[]): Promise<{ readonly rows: unknown[] }>;
}

/** The members of a `pg` client that a bus uses. */
export interface PgClient {
  on(event: 'notification', listener: (message: PgNotification) => void): unknown;
  on(event: 'error' | 'end', listener: () => void): unknown;
  connect(): Promise<unknown>;
  query(sql: string): Promise<unknown>;
  end(): Promise<void>;
}

/** A notification, as `pg` describes it. */
export interface PgNotification {
  readonly channel: string;
  readonly payload?: string | undefined;
}

const A_FUNCTION = 'a function that returns a new client, such as () => new pg.Client()';

/**
 * Uses the package `pg`.
 *
 * @param pool runs the statements; it stays open when the bus is closed
 * @param createClient returns a new, unconnected client for the connection that receives messages
 * @throws {OptionError} `OPTION_INVALID`
 */
export function fromPg(pool: PgPool, createClient: () => PgClient): PostgresClient {
  accepted(methods('a pool, such as new pg.Pool()', 'query'), pool, 'fromPg.pool');
  ensure(typeof createClient === 'function', 'fromPg.createClient', createClient, A_FUNCTION);
  return {
    query: async (sql, parameters) => (await pool.query(sql, parameters)).rows as object[],
    async connect({ message, end }, signal) {
      const client = createClient();
      client.on('notification', ({ channel, payload = '' }) => {
        message(channel, payload);
      });
      client.on('error', end);
      client.on('end', end);
      signal.addEventListener('abort', () => {
        socketOf(client)?.destroy();
      });
      await client.connect();
      // pg 9 takes a statement only when the one before has ended.
      let last: Promise<unknown> = Promise.resolve();
      const query = (sql: string): Promise<unknown> => {
        const result = last.then(() => client.query(sql));
        last = result.catch(() => undefined);
        return result;
      };
      return {
        listen: (channel) => query(`LISTEN "${channel}"`),
        unlisten: (channel) => query(`UNLISTEN "${channel}"`),
        ping: () => query('SELECT 1'),
        close: () => {
          client.end().catch(() => undefined);
          // The client waits until the server has closed its side, which can take forever.
          socketOf(client)?.destroySoon();
        },
      };
    },
  };
}

/** @returns `undefined` for a client whose socket is not where that of `pg` is */
function socketOf(client: PgClient): Pick<Socket, 'destroy' | 'destroySoon'> | undefined {
  const stream = memberOf(memberOf(client, 'connection'), 'stream');
  return typeof memberOf(stream, 'destroySoon') === 'function' ? (stream as Socket) : undefined;
}
