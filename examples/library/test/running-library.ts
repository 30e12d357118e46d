import { randomBytes } from 'node:crypto';
import { rm, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLibrary } from '../src/database/open-library.js';
import { openServer } from '../src/database/server.js';
import { serveLibrary } from '../src/serve-library.js';
import { settingsFrom } from '../src/settings.js';

/** A library that listens on a free port of this machine, and what it logged. */
export interface RunningLibrary {
  readonly url: string;
  readonly log: readonly string[];
  close(): Promise<void>;
}

/** `Authorization` of the demonstration users. */
export const librarian = basic('librarian', 'quiet-please');
export const visitor = basic('visitor', 'just-looking');

function basic(name: string, password: string): string {
  return `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
}

/** @param databaseUrl `null` embeds a database in a folder of its own */
export async function runLibrary(databaseUrl: string | null): Promise<RunningLibrary> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'library-'));
  const settings = { ...settingsFrom({ PORT: '0' }), databaseUrl, dataFolder };
  const log: string[] = [];
  const database = await openLibrary(settings);
  const server = await serveLibrary(database, settings, (line) => log.push(line));
  return {
    url: server.url,
    log,
    close: async () => {
      await server.close();
      await database.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Leaves the PostgreSQL server unchanged: the tables are in a schema that is dropped at the end. */
export async function runLibraryOnServer(serverUrl: string): Promise<RunningLibrary> {
  const schema = `library_${randomBytes(6).toString('hex')}`;
  const server = openServer(serverUrl);
  await server.query(`CREATE SCHEMA ${schema}`);
  const inSchema = new URL(serverUrl);
  inSchema.searchParams.set('options', `-c search_path=${schema}`);
  const library = await runLibrary(inSchema.href);
  return {
    ...library,
    close: async () => {
      await library.close();
      await server.query(`DROP SCHEMA ${schema} CASCADE`);
      await server.close();
    },
  };
}
