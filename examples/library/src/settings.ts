import { fileURLToPath } from 'node:url';
import type { User } from './guard/user.js';

/** What can be set from outside, by environment variables. */
export interface Settings {
  /** `HOST`, default this machine only. */
  readonly host: string;
  /** `PORT`, default 3000; 0 takes any that is free. */
  readonly port: number;
  /** `DATABASE_URL`: a PostgreSQL server; `null` embeds one. */
  readonly databaseUrl: string | null;
  /** `LIBRARY_DATA`: the folder of the embedded database. */
  readonly dataFolder: string;
  readonly users: readonly User[];
}

const ownFolder = fileURLToPath(new URL('../.data', import.meta.url));

/** Everybody's password is printed at start: this is a demonstration. */
const users: readonly User[] = [
  { name: 'librarian', password: 'quiet-please', permissions: ['books:change'] },
  { name: 'visitor', password: 'just-looking', permissions: [] },
];

/** @throws {Error} when `PORT` is no port */
export function settingsFrom(environment: NodeJS.ProcessEnv): Settings {
  const { PORT = '3000' } = environment;
  const port = Number(PORT);
  if (!/^\d{1,5}$/.test(PORT) || port > 65535) {
    throw new Error(`PORT must be a number from 0 to 65535, not "${PORT}".`);
  }
  return {
    host: environment['HOST'] ?? '127.0.0.1',
    port,
    databaseUrl: environment['DATABASE_URL'] ?? null,
    dataFolder: environment['LIBRARY_DATA'] ?? ownFolder,
    users,
  };
}
