import { allRules } from './all-rules.js';
import { runLibraryOnServer } from './running-library.js';
import { withService } from './with-service.js';

// As it is deployed: the embedded one runs in development.
process.env['NODE_ENV'] = 'production';
const databaseUrl = process.env['DATABASE_URL'];
const redisUrl = process.env['REDIS_URL'];
const present = databaseUrl !== undefined && redisUrl !== undefined;
const on = withService(
  present,
  'the library on PostgreSQL and Redis (DATABASE_URL or REDIS_URL is not set)',
);

on('the library on PostgreSQL and Redis (DATABASE_URL, REDIS_URL)', () => {
  const prefix = `library-${crypto.randomUUID()}:`;
  allRules(
    () =>
      runLibraryOnServer(databaseUrl ?? '', { REDIS_URL: redisUrl ?? '', REDIS_PREFIX: prefix }),
    true,
  );
});
