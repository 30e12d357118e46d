import { describe } from '@jest/globals';
import { allRules } from './all-rules.js';
import { runLibraryOnServer } from './running-library.js';

const databaseUrl = process.env['DATABASE_URL'];
const redisUrl = process.env['REDIS_URL'];
const present = databaseUrl !== undefined && redisUrl !== undefined;
if (!present) {
  const missing = 'the library on PostgreSQL and Redis (DATABASE_URL or REDIS_URL is not set)';
  if (process.env['REQUIRE_SERVICES'] !== undefined) throw new Error(`missing: ${missing}`);
  process.stderr.write(`Skipped: ${missing}\n`);
}
const on = present ? describe : describe.skip;

on('the library on PostgreSQL and Redis (DATABASE_URL, REDIS_URL)', () => {
  const prefix = `library-${crypto.randomUUID()}:`;
  allRules(() =>
    runLibraryOnServer(databaseUrl ?? '', { REDIS_URL: redisUrl ?? '', REDIS_PREFIX: prefix }),
  );
});
