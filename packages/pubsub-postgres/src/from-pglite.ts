import type { PostgresClient } from './postgres-client.js';

/** The members of a PGlite that a bus uses. */
export interface PgliteDatabase {
  query(sql: string, parameters: unknown[]): Promise<{ readonly rows: unknown[] }>;
  exec(sql: string): Promise<unknown>;
  onNotification(listener: (channel: string, payload: string) => void): () => void;
}

/** The connections that listen to each channel: the database has one session, in which `UNLISTEN` is for all of them. */
const listening = new WeakMap<PgliteDatabase, Map<string, Set<object>>>();

/** Uses PGlite, PostgreSQL inside this process. @param database stays open when the bus is closed */
export function fromPglite(database: PgliteDatabase): PostgresClient {
  const channels = listening.get(database) ?? new Map<string, Set<object>>();
  listening.set(database, channels);
  const leave = (connection: object, channel: string): boolean => {
    const connections = channels.get(channel);
    if (connections?.delete(connection) !== true || connections.size > 0) return false;
    return channels.delete(channel);
  };
  return {
    query: async (sql, parameters) => (await database.query(sql, parameters)).rows as object[],
    connect: ({ message }) => {
      const connection = {};
      const stop = database.onNotification(message);
      return Promise.resolve({
        listen: (channel: string) => {
          channels.set(channel, (channels.get(channel) ?? new Set()).add(connection));
          return database.exec(`LISTEN "${channel}"`);
        },
        unlisten: async (channel: string) => {
          if (leave(connection, channel)) await database.exec(`UNLISTEN "${channel}"`);
        },
        ping: () => database.exec('SELECT 1'),
        close: () => {
          stop();
          for (const channel of [...channels.keys()]) leave(connection, channel);
        },
      });
    },
  };
}
