import { afterAll, beforeAll } from '@jest/globals';
import { type ServerProcess, startServer } from './server-process.js';
import { withService } from './with-service.js';

/**
 * Registers tests of two server processes that share a store, once for Redis and once for PostgreSQL.
 *
 * @param name of what is tested: `sessions of two processes`
 * @param program started twice, with a `STORE_URL`, and a `STORE_PREFIX` that no other test uses
 * @param tests registers the tests; `urlOf` alternates between the URLs of the processes
 */
export function onTwoProcesses(
  name: string,
  program: URL,
  tests: (urlOf: (index: number) => string) => void,
): void {
  for (const service of ['REDIS_URL', 'DATABASE_URL']) {
    const storeUrl = process.env[service];
    const on = withService(storeUrl !== undefined, `${name} (set ${service})`);

    on(`${name}, on ${service}`, () => {
      const servers: ServerProcess[] = [];
      beforeAll(async () => {
        const env = { STORE_URL: storeUrl ?? '', STORE_PREFIX: crypto.randomUUID() };
        for (let count = 0; count < 2; count++) servers.push(await startServer(program, env));
      });
      afterAll(() => {
        for (const { child } of servers) child.kill('SIGKILL');
      });
      tests((index) => String(servers[index % 2]?.url));
    });
  }
}
