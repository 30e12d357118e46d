import { mkdir } from 'node:fs/promises';
import { PGlite, type Transaction } from '@electric-sql/pglite';
import type { Database } from './database.js';

/** PostgreSQL inside this process; its rows live in a folder and survive a restart. */
export async function openEmbedded(folder: string): Promise<Database> {
  await mkdir(folder, { recursive: true });
  const postgres = await PGlite.create(folder);
  return {
    description: `embedded PostgreSQL in ${folder}`,
    query: queryOn(postgres),
    transaction: (work) => postgres.transaction((transaction) => work(queryOn(transaction))),
    close: () => postgres.close(),
  };
}

function queryOn(postgres: PGlite | Transaction): Database['query'] {
  return async <Row>(sql: string, parameters: readonly unknown[] = []) => {
    const { rows } = await postgres.query<Row>(sql, [...parameters]);
    return rows;
  };
}
