import type { PostgresClient } from './postgres-client.js';

/** The members of a PGlite that a bus uses. */
export interface PgliteDatabase {
  query(sql: string, parameters: unknown[]): Promise<{ readonly rows: unknown[] }>;
  exec(sql: string): Promise<unknown>;
  onNotification(listener: (channel: string, payload: string) => void): () => void;
}

/** Uses PGlite, PostgreSQL inside this process. @param database stays open when the bus is closed */
export function fromPglite(database: PgliteDatabase): PostgresClient {
  return {
    query: async (sql, parameters) => (await database.query(sql, parameters)).rows as object[],
    connect: ({ message }) => {
      const close = database.onNotification(message);
      return Promise.resolve({
        listen: (channel: string) => database.exec(`LISTEN "${channel}"`),
        unlisten: (channel: string) => database.exec(`UNLISTEN "${channel}"`),
        ping: () => database.exec('SELECT 1'),
        close,
      });
    },
  };
}
