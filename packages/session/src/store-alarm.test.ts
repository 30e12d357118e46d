import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { memoryStore } from '@mortise/store';
import { createApp, text } from 'mortise';
import { inProcess } from 'mortise/testing';
import { implementations } from '../../../tooling/testing/implementations.js';
import { sessionApp } from '../test/session-app.js';
import { spying } from '../test/spying.js';
import { visitor } from '../test/visitor.js';
import { session, type SessionEvent, sessionOf } from './index.js';
import { StoreAlarm } from './store-alarm.js';

describe('StoreAlarm', () => {
  it('rings at once, then not for a minute, however often the store fails', () => {
    const clock = { time: 0 };
    const events: SessionEvent[] = [];
    const alarm = new StoreAlarm(
      (event) => events.push(event),
      () => clock.time,
    );
    const request = factories.createServerRequest('GET', '/');
    const counts = [0, 59_999, 60_000, 60_001, 119_999, 120_000].map((time) => {
      clock.time = time;
      alarm.ring(request, time);
      return events.length;
    });
    expect(counts).toEqual([1, 1, 2, 2, 2, 3]);
    expect(events.map((event) => Object.values(event))).toEqual(
      [0, 60_000, 120_000].map((error) => ['store-down', request, error]),
    );
  });
});

describe.each(implementations)('session with %s', (_, factories) => {
  const appWith = (
    options: Partial<Parameters<typeof session>[0]> = {},
    routes: Parameters<typeof sessionApp>[2] = {},
  ) => sessionApp(factories, session({ store: memoryStore(), ...options }), routes);

  it('refuses requests while the store is down, and reports it once a minute', async () => {
    const clock = { time: 0 };
    const events: SessionEvent[] = [];
    const store = memoryStore();
    const app = appWith({ store, now: () => clock.time, onEvent: (event) => events.push(event) });
    const client = visitor(app);
    await client.get('/add');
    await store.close();
    for (const path of ['/count', '/add']) {
      await expect(client.get(path)).rejects.toMatchObject({
        code: 'STORE_UNAVAILABLE',
        status: 503,
      });
    }
    expect(events.map(({ type }) => type)).toEqual(['store-down']);
    clock.time = 60_000;
    await client.get('/count').catch(() => undefined);
    expect(events).toHaveLength(2);
  });

  it('refuses requests while the store is down with 503, of which an application logs the first', async () => {
    const logged: string[] = [];
    const error = (line: string) => void logged.push(line);
    const app = createApp({ factories, logger: { error, info: () => undefined } });
    const store = memoryStore();
    app
      .add(session({ store }))
      .get('/', (request, response) => text(response, String(sessionOf(request).id)));
    await store.close();
    const client = inProcess(app);
    const headers = { Cookie: `__Host-session=${'a'.repeat(32)}` };
    const responses = [await client.get('/', { headers }), await client.get('/', { headers })];
    expect(responses.map((response) => response.getStatusCode())).toEqual([503, 503]);
    expect(logged).toEqual([expect.stringMatching(/^503 StoreError: /)]);
  });

  it('responds although a session that was only read cannot be extended, and reports it', async () => {
    const clock = { time: 1_000_000 };
    const events: SessionEvent[] = [];
    const store = memoryStore();
    const onEvent = (event: SessionEvent) => events.push(event);
    const client = visitor(appWith({ store, now: () => clock.time, onEvent }));
    await client.get('/add');
    const failure = new Error('the store is down');
    store.touch = () => Promise.reject(failure);
    clock.time += 3_600_000;
    expect(await client.read('/count')).toBe('1');
    expect(events).toEqual([{ type: 'store-down', request: expect.anything(), error: failure }]);
  });

  it.each(['refuse', 'pass'] as const)(
    'reports a store that is down when a new session is stored, with %s',
    async (whenDown) => {
      const events: SessionEvent[] = [];
      const store = memoryStore();
      const app = appWith({ store, whenDown, onEvent: (event) => events.push(event) });
      await store.close();
      const outcome = await visitor(app)
        .get('/add')
        .then(
          (response) => response.getStatusCode(),
          (error: unknown) => error,
        );
      const unavailable = expect.objectContaining({ code: 'STORE_UNAVAILABLE' }) as unknown;
      expect(outcome).toEqual(whenDown === 'pass' ? 200 : unavailable);
      expect(events).toEqual([
        { type: 'store-down', request: expect.anything(), error: unavailable },
      ]);
    },
  );

  it.each(['refuse', 'pass'] as const)(
    'rejects a session that is too large, and does not report the store, with %s',
    async (whenDown) => {
      const events: SessionEvent[] = [];
      const onEvent = (event: SessionEvent) => events.push(event);
      const client = visitor(appWith({ maxBytes: 10, whenDown, onEvent }));
      await expect(client.get('/add')).rejects.toMatchObject({ code: 'SESSION_TOO_LARGE' });
      expect(events).toEqual([]);
    },
  );

  it('does not try to store a session that could not be loaded', async () => {
    const calls: string[] = [];
    const memory = memoryStore();
    const store = spying(memory, (method) => calls.push(method));
    await memory.close();
    const client = visitor(
      appWith({ store, whenDown: 'pass' }),
      `__Host-session=${'a'.repeat(32)}`,
    );
    expect(await client.read('/add')).toBe('1');
    expect(calls).toEqual(['get']);
  });

  it('passes an empty session while the store is down if configured, and keeps the cookie', async () => {
    const store = memoryStore();
    const app = appWith({ store, whenDown: 'pass' });
    const client = visitor(app);
    await client.get('/add');
    const { cookie } = client;
    await store.close();
    expect([await client.read('/count'), await client.read('/add')]).toEqual(['0', '1']);
    expect((await visitor(app).get('/add')).hasHeader('Set-Cookie')).toBe(false);
    expect(client.cookie).toBe(cookie);
  });

  it.each(['before', 'while'])(
    'refuses a logout if the store is down %s its handler runs: the session is not ended',
    async (moment) => {
      const store = memoryStore();
      const app = appWith(
        { store, whenDown: 'pass' },
        {
          '/leave': async (current) => {
            await store.close();
            current.destroy();
          },
        },
      );
      const client = visitor(app);
      await client.get('/add');
      const { cookie } = client;
      if (moment === 'before') await store.close();
      await expect(client.get('/leave')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
      expect(client.cookie).toBe(cookie);
    },
  );
});
