import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createApp, text } from 'mortise';
import { overSocket, type TestClient } from 'mortise/testing';
import { type FaultyStore, faultyStore } from '../../../tooling/testing/faulty-store.js';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import { withService } from '../../../tooling/testing/with-service.js';
import { idempotency, type IdempotencyEvent, type IdempotencyOptions } from '../src/index.js';

const clock = { time: 0 };

for (const service of ['REDIS_URL', 'DATABASE_URL']) {
  const url = process.env[service] ?? '';
  const on = withService(url !== '', `payments whose server fails (set ${service})`);

  on(`payments whose server fails, on ${service}`, () => {
    let server: FaultyStore;
    let runs = 0;
    const clients: TestClient[] = [];
    const events: string[] = [];
    beforeEach(async () => {
      clock.time = 0;
      runs = 0;
      events.length = 0;
      server = await faultyStore(url, 'idempotency_faults');
    });
    afterEach(async () => {
      await Promise.all(clients.splice(0).map((client) => client.close()));
      await server.close();
    });

    it.each(['stop', 'stall'] as const)(
      'are refused with 503 after a %s, reported once a minute',
      async (fault) => {
        const client = clientOf();
        server[fault]();
        expect(await statuses(client, 5)).toEqual(Array<number>(5).fill(503));
        expect(events).toEqual(['store-down']);
        clock.time = 60_000;
        await pay(client, 'later');
        expect([events, runs]).toEqual([['store-down', 'store-down'], 0]);
      },
    );

    it('run unprotected while it is down, if configured', async () => {
      const client = clientOf({ whenDown: 'pass' });
      server.stop();
      expect(await statuses(client, 2)).toEqual([200, 200]);
      expect(runs).toBe(2);
    });

    it('wait for a slow server', async () => {
      const client = clientOf();
      server.stall();
      const first = pay(client, 'k');
      server.resume();
      expect((await first).getStatusCode()).toBe(200);
    });

    it('run once and are replayed after a refusal, when the server is back', async () => {
      const client = clientOf();
      server.stall();
      expect((await pay(client, 'k')).getStatusCode()).toBe(503);
      server.resume();
      let response = await pay(client, 'k');
      // The claim of the refused request can have arrived: it is withdrawn.
      await waitFor(async () => {
        response = await pay(client, 'k');
        return response.getStatusCode() === 200;
      });
      response = await pay(client, 'k');
      expect([runs, response.getHeaderLine('Idempotency-Replayed')]).toEqual([1, 'true']);
    });

    it.each(['stop', 'stall'] as const)(
      'get their response after a %s while the handler runs, and are kept later',
      async (fault) => {
        const client = clientOf({}, () => {
          server[fault]();
        });
        expect((await pay(client, 'k')).getStatusCode()).toBe(200);
        expect(events).toEqual(['store-down']);
        server.resume();
        await waitFor(
          async () => (await pay(client, 'k')).getHeaderLine('Idempotency-Replayed') === 'true',
        );
        expect(runs).toBe(1);
      },
    );

    it('are replayed after all connections were cut', async () => {
      const client = clientOf();
      await pay(client, 'k');
      server.cut();
      await waitFor(
        async () => (await pay(client, 'k')).getHeaderLine('Idempotency-Replayed') === 'true',
      );
      expect(runs).toBe(1);
    });

    function clientOf(
      options: Partial<IdempotencyOptions> = {},
      whileItRuns: () => void = () => undefined,
    ): TestClient {
      const app = createApp();
      app
        .post('/', (_request, response) => {
          runs += 1;
          whileItRuns();
          return text(response, 'paid');
        })
        .add(
          idempotency({
            store: server.store,
            factories: app.factories,
            scope: () => 'ada',
            prefix: `${crypto.randomUUID()}:`,
            now: () => clock.time,
            onEvent: ({ type }: IdempotencyEvent) => events.push(type),
            ...options,
          }),
        );
      app.addErrorMiddleware(false, false, false);
      const client = overSocket(app);
      clients.push(client);
      return client;
    }
  });
}

const pay = (client: TestClient, key: string) =>
  client.post('/', { headers: { 'Idempotency-Key': `"${key}"` } });

async function statuses(client: TestClient, count: number): Promise<number[]> {
  const responses = await Promise.all(
    Array.from({ length: count }, (_, at) => pay(client, String(at))),
  );
  return responses.map((response) => response.getStatusCode());
}
