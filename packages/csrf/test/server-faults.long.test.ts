import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { session } from '@mortise/session';
import { createApp, text } from 'mortise';
import { overSocket, type TestClient } from 'mortise/testing';
import { type FaultyStore, faultyStore } from '../../../tooling/testing/faulty-store.js';
import { withService } from '../../../tooling/testing/with-service.js';
import { CSRF, csrfTokens } from '../src/index.js';

for (const service of ['REDIS_URL', 'DATABASE_URL']) {
  const url = process.env[service] ?? '';
  const on = withService(url !== '', `tokens whose server fails (set ${service})`);

  on(`tokens whose server fails, on ${service}`, () => {
    let server: FaultyStore;
    let client: TestClient;
    beforeEach(async () => {
      server = await faultyStore(url, 'csrf_faults');
    });
    afterEach(async () => {
      await client.close();
      await server.close();
    });

    it.each([
      ['stop', 'refuse', 503],
      ['stall', 'refuse', 503],
      ['stop', 'pass', 403],
      ['stall', 'pass', 403],
    ] as const)(
      'after a %s, a form with a valid token is refused with session option whenDown %s: %i',
      async (fault, whenDown, expected) => {
        client = siteOn(server, whenDown);
        const headers = await tokenOf(client);
        expect((await client.post('/', { headers })).getStatusCode()).toBe(200);
        server[fault]();
        expect((await client.post('/', { headers })).getStatusCode()).toBe(expected);
      },
    );
  });
}

function siteOn({ store }: FaultyStore, whenDown: 'refuse' | 'pass'): TestClient {
  const app = createApp({ logger: { error: () => undefined, info: () => undefined } });
  app.get('/', (request, response) =>
    text(response, request.getAttribute(CSRF)?.getTokenValue() ?? ''),
  );
  app.post('/', (_request, response) => text(response, 'done'));
  app.add(csrfTokens());
  app.add(session({ store, whenDown, cookie: { secure: false } }));
  return overSocket(app);
}

/** The headers of a script on a page of the site. */
async function tokenOf(client: TestClient): Promise<Record<string, string>> {
  const page = await client.get('/');
  const [Cookie = ''] = page.getHeaderLine('Set-Cookie').split(';');
  return { Cookie, 'X-CSRF-Token': await page.getBody().text() };
}
