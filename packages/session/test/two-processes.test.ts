import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type ServerProcess, startServer } from '../../../tooling/testing/server-process.js';
import { withService } from '../../../tooling/testing/with-service.js';

const program = new URL('session-server.ts', import.meta.url);

for (const service of ['REDIS_URL', 'DATABASE_URL']) {
  const storeUrl = process.env[service];
  const on = withService(storeUrl !== undefined, `sessions of two processes (set ${service})`);

  on(`sessions of two processes, on ${service}`, () => {
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

    it('keep 200 of 200 concurrent updates', async () => {
      const cookie = await newSession(urls);
      const requests = Array.from({ length: 200 }, (_, at) => get(urls, at, `/add/${at}`, cookie));
      const statuses = (await Promise.all(requests)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(200);
      // One update and the key 0 are those of the first request.
      expect(await (await get(urls, 0, '/show', cookie)).text()).toBe('201 200');
    });

    it('keep a logout among 200 concurrent updates', async () => {
      const cookie = await newSession(urls);
      const requests = Array.from({ length: 200 }, (_, at) =>
        get(urls, at, at === 100 ? '/logout' : `/add/${at}`, cookie),
      );
      const responses = await Promise.all(requests);
      // An update of the old session never sets a cookie; one that came after the logout begins a session.
      expect(responses.map(({ status }) => status).every((status) => status === 200)).toBe(true);
      expect(await (await get(urls, 1, '/show', cookie)).text()).toBe('undefined 0');
    });
  });
}

/** @returns the cookie of a session in which one update is stored */
async function newSession(urls: readonly string[]): Promise<string> {
  const response = await get(urls, 0, '/add/0', '');
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

function get(urls: readonly string[], at: number, path: string, Cookie: string): Promise<Response> {
  return fetch(new URL(path, urls[at % urls.length]), { headers: { Cookie } });
}
