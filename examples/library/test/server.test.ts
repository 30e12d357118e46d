import { randomBytes } from 'node:crypto';
import { describe } from '@jest/globals';
import { openServer } from '../src/database/server.js';
import { libraryRules } from './library-rules.js';
import { type RunningLibrary, runLibrary } from './running-library.js';

const url = process.env['DATABASE_URL'];
const on = url === undefined ? describe.skip : describe;
if (url === undefined) {
  const missing = 'the library on a PostgreSQL server (DATABASE_URL is not set)';
  if (process.env['REQUIRE_SERVICES'] !== undefined) throw new Error(`missing: ${missing}`);
  process.stderr.write(`Skipped: ${missing}\n`);
}

on('the library on a PostgreSQL server (DATABASE_URL)', () => {
  libraryRules(() => runInSchemaOfItsOwn(url ?? ''));
});

/** Leaves the server unchanged: the tables are in a schema that is dropped at the end. */
async function runInSchemaOfItsOwn(serverUrl: string): Promise<RunningLibrary> {
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
