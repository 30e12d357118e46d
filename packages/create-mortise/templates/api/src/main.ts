import { health } from '@mortise/health';
import { accessLog, requestId } from '@mortise/request-log';
import { installSignalHandlers, serve } from 'mortise';
import pg from 'pg';
import { createApplication } from './app.ts';
import { memoryBooks } from './books.ts';
import { postgresBooks } from './postgres-books.ts';

const { DATABASE_URL, HOST = '127.0.0.1' } = process.env;
const pool = DATABASE_URL === undefined ? null : new pg.Pool({ connectionString: DATABASE_URL });
// An idle connection was lost, for example because the database restarted: the pool replaces it.
pool?.on('error', (error) => console.error(error));
const app = createApplication(pool === null ? memoryBooks() : await postgresBooks(pool));

// The layer added last runs first, so probes are not logged.
app.add(accessLog(console));
app.add(requestId());
app.add(health({ checks: pool === null ? {} : { database: () => pool.query('select 1') } }));

const server = await serve(app, { host: HOST });
installSignalHandlers(server, { onClosed: () => pool?.end() });
console.log(`listening on ${server.url}`);
