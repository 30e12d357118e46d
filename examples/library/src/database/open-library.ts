import { readFile } from 'node:fs/promises';
import type { Book } from '../books/book.js';
import type { Settings } from '../settings.js';
import type { Database } from './database.js';
import { openEmbedded } from './embedded.js';
import { migrate } from './migrate.js';
import { openServer } from './server.js';

/** Opens the database of the library; on first start its books are loaded from `data/books.json`. */
export async function openLibrary({
  databaseUrl,
  dataFolder,
}: Pick<Settings, 'databaseUrl' | 'dataFolder'>): Promise<Database> {
  const database = databaseUrl === null ? await openEmbedded(dataFolder) : openServer(databaseUrl);
  try {
    await migrate(database, firstBooks);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/** The initial books of the library. */
export async function firstBooks(): Promise<readonly Book[]> {
  const file = new URL('../../data/books.json', import.meta.url);
  return JSON.parse(await readFile(file, 'utf8')) as Book[];
}
