import { fileURLToPath } from 'node:url';
import type { User } from './guard/user.js';

/** The settings, from environment variables. */
export interface Settings {
  /** `HOST`; default: this machine only. */
  readonly host: string;
  /** `PORT`; default: 3000; 0: any free port. */
  readonly port: number;
  /** `DATABASE_URL`: a PostgreSQL server; `null` embeds one. */
  readonly databaseUrl: string | null;
  /** `LIBRARY_DATA`: the folder of the embedded database. */
  readonly dataFolder: string;
  readonly users: readonly User[];
}

const ownFolder = fileURLToPath(new URL('../.data', import.meta.url));

/** The passwords are printed at start, because this is a demonstration. */
const users: readonly User[] = [
  { name: 'librarian', password: 'quiet-please', permissions: ['books:change'] },
  { name: 'visitor', password: 'just-looking', permissions: [] },
];

/** @throws {Error} if `PORT` is not a port */
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
