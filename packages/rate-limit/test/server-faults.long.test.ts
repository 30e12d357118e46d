import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createApp, text } from 'mortise';
import { overSocket, type TestClient } from 'mortise/testing';
import { type FaultyStore, faultyStore } from '../../../tooling/testing/faulty-store.js';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import { withService } from '../../../tooling/testing/with-service.js';
import { rateLimit, type RateLimitEvent } from '../src/index.js';

const policies = [{ name: 'p', limit: 5, window: 60 }];
const clock = { time: 0 };

for (const service of ['REDIS_URL', 'DATABASE_URL']) {
  const url = process.env[service] ?? '';
  const on = withService(url !== '', `limits whose server fails (set ${service})`);

  on(`limits whose server fails, on ${service}`, () => {
    let server: FaultyStore;
    const clients: TestClient[] = [];
    const events: string[] = [];
    beforeEach(async () => {
      clock.time = 0;
      events.length = 0;
      server = await faultyStore(url, 'rate_limit_faults');
    });
    afterEach(async () => {
      await Promise.all(clients.splice(0).map((client) => client.close()));
      await server.close();
    });

    it.each([
      ['stop', 'pass', 200],
      ['stall', 'pass', 200],
      ['stop', 'refuse', 503],
      ['stall', 'refuse', 503],
    ] as const)(
      'after a %s, with whenDown %s: %i, reported once a minute',
      async (fault, whenDown, expected) => {
        const client = clientOf(whenDown);
        await client.get('/');
        server[fault]();
        expect(await statuses(client, 10)).toEqual(Array<number>(10).fill(expected));
        expect(events).toEqual(['store-down']);
        clock.time = 60_000;
        await client.get('/');
        expect(events).toEqual(['store-down', 'store-down']);
      },
    );

    it('continues counting when the server is back', async () => {
      const client = clientOf('refuse');
      await statuses(client, 5);
      server.stop();
      expect(await statuses(client, 2)).toEqual([503, 503]);
      server.resume();
      let status = 503;
      void (async () => {
        while (status === 503) [status = 503] = await statuses(client, 1);
      })();
      await waitFor(() => status !== 503);
      expect(status).toBe(429);
    });

    it('waits for a slow server', async () => {
      const client = clientOf('refuse');
      server.stall();
      const first = statuses(client, 1);
      server.resume();
      expect(await first).toEqual([200]);
    });

    function clientOf(whenDown: 'pass' | 'refuse'): TestClient {
      const app = createApp();
      app.get('/', (_request, response) => text(response, ''));
      app.add(
        rateLimit({
          store: server.store,
          policies,
          prefix: `${crypto.randomUUID()}:`,
          whenDown,
          now: () => clock.time,
          onEvent: ({ type }: RateLimitEvent) => events.push(type),
        }),
      );
      app.addErrorMiddleware(false, false, false);
      const client = overSocket(app);
      clients.push(client);
      return client;
    }
  });
}

async function statuses(client: TestClient, count: number): Promise<number[]> {
  const responses = await Promise.all(Array.from({ length: count }, () => client.get('/')));
  return responses.map((response) => response.getStatusCode());
}
