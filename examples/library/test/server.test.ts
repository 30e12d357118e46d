import { describe } from '@jest/globals';
import { libraryRules } from './library-rules.js';
import { runLibraryOnServer } from './running-library.js';

const url = process.env['DATABASE_URL'];
const on = url === undefined ? describe.skip : describe;
if (url === undefined) {
  const missing = 'the library on a PostgreSQL server (DATABASE_URL is not set)';
  if (process.env['REQUIRE_SERVICES'] !== undefined) throw new Error(`missing: ${missing}`);
  process.stderr.write(`Skipped: ${missing}\n`);
}

on('the library on a PostgreSQL server (DATABASE_URL)', () => {
  libraryRules(() => runLibraryOnServer(url ?? ''));
});
