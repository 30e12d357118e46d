import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type ServerProcess, startServer } from '../../../tooling/testing/server-process.js';
import { withService } from '../../../tooling/testing/with-service.js';

const program = new URL('limit-server.ts', import.meta.url);

for (const service of ['REDIS_URL', 'DATABASE_URL']) {
  const storeUrl = process.env[service];
  const on = withService(storeUrl !== undefined, `limits of two processes (set ${service})`);

  on(`limits of two processes, on ${service}`, () => {
    const servers: ServerProcess[] = [];
    let urls: readonly string[];
    beforeAll(async () => {
      const env = { STORE_URL: storeUrl ?? '', STORE_PREFIX: crypto.randomUUID() };
      for (let count = 0; count < 2; count++) servers.push(await startServer(program, env));
      urls = servers.map(({ url }) => url);
    });
    afterAll(() => {
      for (const { child } of servers) child.kill('SIGKILL');
    });

    it('allow exactly 100 of 300 requests', async () => {
      const requests = Array.from({ length: 300 }, (_, at) => fetch(String(urls[at % 2])));
      const statuses = (await Promise.all(requests)).map(({ status }) => status);
      const count = (status: number) => statuses.filter((each) => each === status).length;
      expect([count(200), count(429)]).toEqual([100, 200]);
    });
  });
}
