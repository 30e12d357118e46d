import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite, type Transaction } from '@electric-sql/pglite';
import type { Database, Query } from './database.js';
import { lockFolder } from './folder-lock.js';

/**
 * PostgreSQL inside this process; its rows are stored in a folder and survive a restart.
 *
 * @throws {Error} if another process uses the folder
 */
export async function openEmbedded(folder: string): Promise<Database> {
  await mkdir(folder, { recursive: true });
  const unlock = await lockFolder(folder);
  const postgres = await PGlite.create(join(folder, 'postgres'));
  return {
    description: `embedded PostgreSQL in ${folder}`,
    query: queryOn(postgres),
    transaction: (work) => postgres.transaction((transaction) => work(queryOn(transaction))),
    close: async () => {
      await postgres.close();
      await unlock();
    },
  };
}

function queryOn(postgres: PGlite | Transaction): Query {
  return async <Row>(sql: string, parameters: readonly unknown[] = []) => {
    const { rows } = await postgres.query<Row>(sql, [...parameters]);
    return rows;
  };
}
