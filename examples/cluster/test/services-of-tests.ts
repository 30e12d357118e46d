import { describe } from '@jest/globals';
import { hasNginx } from './running-cluster.js';

const { DATABASE_URL: databaseUrl = '', REDIS_URL: redisUrl = '' } = process.env;

/** Where the services of the tests are. */
export const services = { databaseUrl, redisUrl };

const available = hasNginx() && databaseUrl !== '' && redisUrl !== '';
const missing = 'the example cluster (install nginx, set DATABASE_URL and REDIS_URL)';

if (!available) {
  if (process.env['REQUIRE_SERVICES'] !== undefined) throw new Error(`missing: ${missing}`);
  process.stderr.write(`Skipped: ${missing}\n`);
}

/** Registers tests of processes behind nginx. Without the services they are skipped, or fail if `REQUIRE_SERVICES` is set. */
export const describeCluster: typeof describe.skip = available ? describe : describe.skip;
