import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import type { AppInterface } from '@mortise/app';
import { overSocket, type TestClient } from 'mortise/testing';
import { type FaultyStore, faultyStore } from '../../../tooling/testing/faulty-store.js';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import { withService } from '../../../tooling/testing/with-service.js';
import { session, type SessionEvent } from '../src/index.js';
import { COUNT, sessionApp } from './session-app.js';
import { type Visitor, visitor } from './visitor.js';

const clock = { time: 0 };

for (const service of ['REDIS_URL', 'DATABASE_URL']) {
  const url = process.env[service] ?? '';
  const on = withService(url !== '', `sessions whose server fails (set ${service})`);

  on(`sessions whose server fails, on ${service}`, () => {
    let server: FaultyStore;
    const clients: TestClient[] = [];
    const events: string[] = [];
    beforeEach(async () => {
      clock.time = 0;
      events.length = 0;
      server = await faultyStore(url, 'session_faults');
    });
    afterEach(async () => {
      await Promise.all(clients.splice(0).map((client) => client.close()));
      await server.close();
    });

    it.each(['stop', 'stall'] as const)(
      'responds with 503 to every request with a session after a %s, reported once a minute',
      async (fault) => {
        const client = visitOver(application());
        await client.get('/add');
        server[fault]();
        expect(await statuses(client, 10)).toEqual(Array<number>(10).fill(503));
        expect(events).toEqual(['store-down']);
        clock.time = 60_000;
        await client.get('/count');
        expect(events).toEqual(['store-down', 'store-down']);
      },
    );

    it('serves visitors without a session while it is down', async () => {
      const client = visitOver(application());
      server.stop();
      expect(await client.read('/count')).toBe('0');
      expect((await client.get('/add')).getStatusCode()).toBe(503);
    });

    it('passes an empty session while it is down if configured, and keeps the cookie', async () => {
      const client = visitOver(application({ whenDown: 'pass' }));
      await client.get('/add');
      server.stall();
      const response = await client.get('/count');
      expect([response.getStatusCode(), await response.getBody().text()]).toEqual([200, '0']);
      expect(response.hasHeader('Set-Cookie')).toBe(false);
      server.resume();
      await recovered(client);
      expect(await client.read('/count')).toBe('1');
    });

    it('responds with 503, and stores nothing, if it stops while a handler runs', async () => {
      const client = visitOver(application());
      await client.get('/add');
      expect((await client.get('/add-while-it-stops')).getStatusCode()).toBe(503);
      server.resume();
      await recovered(client);
      expect(await client.read('/count')).toBe('1');
    });

    it('waits for a slow server', async () => {
      const client = visitOver(application());
      await client.get('/add');
      server.stall();
      const response = client.get('/add');
      server.resume();
      expect(await (await response).getBody().text()).toBe('2');
    });

    it('has every session again after a restart', async () => {
      const client = visitOver(application());
      await client.get('/add');
      server.cut();
      await recovered(client);
      expect(await client.read('/add')).toBe('2');
    });

    function application(options: { readonly whenDown?: 'pass' } = {}) {
      const onEvent = ({ type }: SessionEvent) => {
        events.push(type);
      };
      const layer = session({ store: server.store, now: () => clock.time, onEvent, ...options });
      const app = sessionApp(factories, layer, {
        '/add-while-it-stops': (current) => {
          current.update(COUNT, (count) => (count ?? 0) + 1);
          server.stop();
        },
      });
      app.addErrorMiddleware(false, false, false);
      return app;
    }

    function visitOver(app: AppInterface): Visitor {
      const client = overSocket(app);
      clients.push(client);
      return visitor(app, '', client);
    }
  });
}

async function statuses(client: Visitor, count: number): Promise<number[]> {
  const responses = await Promise.all(Array.from({ length: count }, () => client.get('/count')));
  return responses.map((response) => response.getStatusCode());
}

async function recovered(client: Visitor): Promise<void> {
  let status = 0;
  void (async () => {
    while (status !== 200) status = (await client.get('/count')).getStatusCode();
  })();
  await waitFor(() => status === 200);
}
