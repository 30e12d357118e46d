import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { openServer } from '../src/database/server.js';
import { libraryApp } from '../src/library-app.js';
import { openServices, type Services } from '../src/operation/services.js';
import { serveLibrary } from '../src/serve-library.js';
import { settingsFrom } from '../src/settings.js';
import { inSchema, patiently } from './in-schema.js';

/** A library that listens on a free port of this machine, and what it logged. */
export interface RunningLibrary {
  readonly url: string;
  readonly log: readonly string[];
  readonly services: Services;
  close(): Promise<void>;
}

/** Of the tests' own people: a sign-in, and each request with a password, would take 40 ms of a core otherwise. */
const PASSWORD_COST = 2;

/** Milliseconds: a busy machine can keep the tests or a server from running for longer than visitors should wait. */
const SERVICE_TIMEOUT = 30_000;

/** @param variables of the environment, such as `DATABASE_URL`; without it a database is embedded in a folder of its own */
export async function runLibrary(
  variables: Record<string, string> = {},
  serviceTimeout = SERVICE_TIMEOUT,
): Promise<RunningLibrary> {
  const LIBRARY_DATA = await mkdtemp(join(tmpdir(), 'library-'));
  // A fast machine sends all requests of the rules in less than a minute.
  const limits = { SIGN_INS: '1000000', CHANGES: '1000000' };
  const read = settingsFrom({ PORT: '0', ...limits, LIBRARY_DATA, ...variables });
  const settings = { ...read, passwordCost: PASSWORD_COST };
  const log: string[] = [];
  const registry = new Registry();
  const services = await openServices(settings, serviceTimeout);
  const app = await libraryApp(services, settings, { write: (line) => log.push(line), registry });
  const server = await serveLibrary(app, settings, registry);
  return {
    ...{ url: server.url, log, services },
    close: async () => {
      await server.close();
      await services.close();
      await rm(LIBRARY_DATA, { recursive: true, force: true });
    },
  };
}

/** Leaves the PostgreSQL server unchanged: the tables are in a schema that is dropped at the end. */
export async function runLibraryOnServer(
  serverUrl: string,
  variables: Record<string, string> = {},
  serviceTimeout = SERVICE_TIMEOUT,
): Promise<RunningLibrary> {
  const schema = `library_${randomBytes(6).toString('hex')}`;
  const server = openServer(patiently(serverUrl));
  await server.query(`CREATE SCHEMA ${schema}`);
  const DATABASE_URL = inSchema(serverUrl, schema);
  const library = await runLibrary({ DATABASE_URL, ...variables }, serviceTimeout);
  return {
    ...library,
    close: async () => {
      await library.close();
      await server.query(`DROP SCHEMA ${schema} CASCADE`);
      await server.close();
    },
  };
}
