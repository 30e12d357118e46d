import { isIP } from 'node:net';
import { fileURLToPath } from 'node:url';
import { readEnv } from '@mortise/contract/env';
import * as z from 'zod';

const ownFolder = fileURLToPath(new URL('../.data', import.meta.url));
const list = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
const isNetwork = (text: string) => {
  const [address = '', bits = '0', ...others] = text.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return others.length === 0 && /^\d+$/.test(bits) && Number(bits) <= most;
};
const isOfThisMachine = (host: string) => /^(?:localhost|127(?:\.\d+){3}|::1)$/.test(host);
const whole = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number<string>(error).int(error).min(least, error).max(most, error);
};
const port = whole(0, 65_535);
const address = (kind: string, ...schemes: readonly string[]) =>
  z
    .string()
    .refine((text) => URL.canParse(text) && schemes.includes(new URL(text).protocol), {
      error: `must be the URL of ${kind}`,
    })
    .nullable()
    .default(null);

const environment = z
  .object({
    HOST: z.string().default('127.0.0.1'),
    PORT: port.default(3000),
    METRICS_PORT: port.default(0),
    PROCESS_PORTS: z.string().default('3001,3002').transform(list).pipe(z.array(port).min(1)),
    DATABASE_URL: address('a PostgreSQL server', 'postgres:', 'postgresql:'),
    REDIS_URL: address('a Redis server', 'redis:', 'rediss:'),
    REDIS_PREFIX: z.string().default('library:'),
    LIBRARY_DATA: z.string().default(ownFolder),
    PROXIES: z
      .string()
      .default('')
      .transform(list)
      .refine((proxies) => proxies.every(isNetwork), {
        error: 'must be IP addresses and networks, separated by commas',
      }),
    HTTPS: z.stringbool('must be true or false').default(false),
    SIGN_INS: whole(1, 1_000_000).default(10),
    CHANGES: whole(1, 1_000_000).default(1_000),
  })
  // Cookies that are sent without https are set for this machine alone.
  .refine(({ HOST, HTTPS }) => HTTPS || isOfThisMachine(HOST), {
    path: ['HOST'],
    error: 'must be a loopback address, unless HTTPS is true',
    // One error names every mistake: this one too if other variables cannot be read.
    when: ({ issues }) =>
      issues.every(({ path }) => !['HOST', 'HTTPS'].includes(String(path?.[0]))),
  })
  .transform((read) => ({
    host: read.HOST,
    /** 0: any free port. */
    port: read.PORT,
    /** Of the page for Prometheus, in a cluster of the first process; 0: there is none. */
    metricsPort: read.METRICS_PORT,
    /** One for each process of the cluster. */
    processPorts: read.PROCESS_PORTS,
    /** `null` embeds a database. */
    databaseUrl: read.DATABASE_URL,
    /** `null`: sessions, counters and events are in the database. */
    redisUrl: read.REDIS_URL,
    redisPrefix: read.REDIS_PREFIX,
    /** The folder of the embedded database. */
    dataFolder: read.LIBRARY_DATA,
    /** Addresses of proxies whose `X-Forwarded-*` headers are trusted. */
    proxies: read.PROXIES,
    /** Whether visitors use https: cookies are then sent over https alone. */
    https: read.HTTPS,
    /** Log-ins that one address can try in a minute. */
    signIns: read.SIGN_INS,
    /** Requests of one address in a minute that can change something. */
    changes: read.CHANGES,
    /** `N` of scrypt for passwords: no variable, which a deployment could set too low. */
    passwordCost: 16_384 as number,
    /** Milliseconds without a request after which a log-in ends. */
    sessionIdle: 2 * 3_600_000,
  }));

/** The settings, from environment variables; the README lists them. */
export type Settings = Readonly<z.infer<typeof environment>>;

/** @throws {EnvError} that names every variable with a bad value, and no value */
export function settingsFrom(variables: NodeJS.ProcessEnv): Settings {
  return readEnv(environment, variables);
}
