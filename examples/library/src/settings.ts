import { fileURLToPath } from 'node:url';
import * as z from 'zod';

const ownFolder = fileURLToPath(new URL('../.data', import.meta.url));
const port = (value: number) =>
  z.coerce.number('must be a number').int().min(0).max(65_535).default(value);
const url = (...schemes: readonly string[]) =>
  z
    .string()
    .refine((text) => URL.canParse(text) && schemes.includes(new URL(text).protocol), {
      error: `must be a URL that begins with ${schemes.join(' or ')}`,
    })
    .nullable()
    .default(null);

const environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: port(3000),
  METRICS_PORT: port(0),
  DATABASE_URL: url('postgres:', 'postgresql:'),
  REDIS_URL: url('redis:', 'rediss:'),
  REDIS_PREFIX: z.string().default('library:'),
  LIBRARY_DATA: z.string().default(ownFolder),
  PROXIES: z.string().default(''),
  HTTPS: z.stringbool('must be true or false').default(false),
  SIGN_INS: z.coerce.number('must be a number').int().min(1).default(10),
});

/** The settings, from environment variables; the README lists them. */
export interface Settings {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Of the page for Prometheus; 0: there is none. */
  readonly metricsPort: number;
  /** `null` embeds a database. */
  readonly databaseUrl: string | null;
  /** `null`: sessions and counters are in the database, events stay in the process. */
  readonly redisUrl: string | null;
  readonly redisPrefix: string;
  /** The folder of the embedded database. */
  readonly dataFolder: string;
  /** Addresses of proxies whose `X-Forwarded-*` headers are trusted. */
  readonly proxies: readonly string[];
  /** Whether visitors use https: cookies are then sent over https alone. */
  readonly https: boolean;
  /** Log-ins that one address can try in a minute. */
  readonly signIns: number;
}

/** @throws {Error} that names every variable with a bad value */
export function settingsFrom(variables: NodeJS.ProcessEnv): Settings {
  const { success, data, error } = environment.safeParse(variables);
  if (!success) {
    const lines = error.issues.map(({ path, message }) => {
      const name = String(path[0]);
      return `  ${name} is "${variables[name] ?? ''}": ${message}`;
    });
    throw new Error(`The library cannot start, because of its environment:\n${lines.join('\n')}`);
  }
  return {
    host: data.HOST,
    port: data.PORT,
    metricsPort: data.METRICS_PORT,
    databaseUrl: data.DATABASE_URL,
    redisUrl: data.REDIS_URL,
    redisPrefix: data.REDIS_PREFIX,
    dataFolder: data.LIBRARY_DATA,
    proxies: data.PROXIES.split(',').filter((address) => address !== ''),
    https: data.HTTPS,
    signIns: data.SIGN_INS,
  };
}
