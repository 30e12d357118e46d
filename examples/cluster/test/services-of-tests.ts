import { describe } from '@jest/globals';
import { hasProxy, type ProxyName } from './running-cluster.js';

const { DATABASE_URL: databaseUrl = '', REDIS_URL: redisUrl = '' } = process.env;

/** Where the services of the tests are. */
export const services = { databaseUrl, redisUrl };

export const proxies: readonly ProxyName[] = ['nginx', 'haproxy'];

/**
 * Returns `describe` for tests of processes behind a proxy. Without the proxy and the services they are skipped, or fail if
 * `REQUIRE_SERVICES` is set.
 */
export function behind(proxy: ProxyName): typeof describe.skip {
  if (hasProxy(proxy) && databaseUrl !== '' && redisUrl !== '') return describe;
  const missing = `the example cluster behind ${proxy} (install ${proxy}, set DATABASE_URL and REDIS_URL)`;
  if (process.env['REQUIRE_SERVICES'] !== undefined) throw new Error(`missing: ${missing}`);
  process.stderr.write(`Skipped: ${missing}\n`);
  return describe.skip;
}
