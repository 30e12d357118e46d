import { isIP } from 'node:net';

/** Where a process listens, and where its shared state is. */
export interface Settings {
  readonly host: string;
  readonly port: number;

  /** Addresses of the proxies whose `X-Forwarded-*` headers are believed. */
  readonly proxies: readonly string[];
  readonly databaseUrl: string;
  readonly redisUrl: string;

  /** Connections of this process to PostgreSQL. */
  readonly poolSize: number;

  /** Milliseconds to wait for PostgreSQL or Redis: a request fails then. */
  readonly timeout: number;

  /** Prefixes every key in Redis. */
  readonly prefix: string;
}

/**
 * Reads the settings; the defaults are for services on this machine.
 *
 * @throws {Error} that names the variable if a proxy is neither an address nor a network
 */
export function settingsFrom(env: NodeJS.ProcessEnv): Settings {
  return {
    host: env['HOST'] ?? '127.0.0.1',
    port: Number(env['PORT'] ?? 3001),
    proxies: proxiesIn(env['PROXIES'] ?? '127.0.0.1'),
    databaseUrl: env['DATABASE_URL'] ?? 'postgres://localhost/notes',
    redisUrl: env['REDIS_URL'] ?? 'redis://localhost:6379',
    poolSize: Number(env['POOL_SIZE'] ?? 10),
    timeout: Number(env['TIMEOUT'] ?? 1_000),
    prefix: env['REDIS_PREFIX'] ?? 'notes:',
  };
}

function proxiesIn(text: string): readonly string[] {
  const proxies = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const wrong = proxies.find((part) => isIP(part.replace(/\/\d{1,3}$/, '')) === 0);
  if (wrong === undefined) return proxies;
  throw new Error(`PROXIES: ${JSON.stringify(wrong)} is neither an address nor a network`);
}
