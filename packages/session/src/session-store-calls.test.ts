import { describe, expect, it, jest } from '@jest/globals';
import { factories } from '@mortise/message';
import { memoryStore } from '@mortise/store';
import { sessionApp } from '../test/session-app.js';
import { spying } from '../test/spying.js';
import { visitor } from '../test/visitor.js';
import { cookieSession, session, type SessionInterface } from './index.js';

const HOUR = 3_600_000;
const keys = ['k'.repeat(32)];

describe('the calls of a session to its store', () => {
  it('have the configured prefix before the id, whatever they do', async () => {
    const calls: string[] = [];
    const clock = { time: 0 };
    const now = () => clock.time;
    const store = spying(memoryStore({ now }), (method, key) => calls.push(`${method} ${key}`));
    const client = visitor(sessionApp(factories, session({ store, now, prefix: 'shop:' })));
    await client.get('/add');
    const old = await client.read('/id');
    clock.time = HOUR;
    await client.get('/count');
    await client.get('/login');
    const id = await client.read('/id');
    await client.get('/add');
    await client.get('/logout');
    const of = (name: string, methods: readonly string[]) =>
      methods.map((method) => `${method} shop:${name}`);
    expect(calls).toEqual([
      ...of(old, ['compareAndSet', 'get', 'get', 'touch', 'get', 'delete']),
      ...of(id, ['compareAndSet', 'get', 'get', 'compareAndSet', 'get', 'delete']),
    ]);
  });

  it('follow a digest that no other thread computes', async () => {
    const digest = jest.spyOn(crypto.subtle, 'digest');
    try {
      const client = visitor(sessionApp(factories, session({ store: memoryStore() })));
      await client.get('/add');
      expect(await client.read('/count')).toBe('1');
      expect(digest).not.toHaveBeenCalled();
    } finally {
      digest.mockRestore();
    }
  });

  it('are made by the next request if a session could not be extended', async () => {
    const clock = { time: 0 };
    const now = () => clock.time;
    const store = memoryStore({ now });
    const client = visitor(sessionApp(factories, session({ store, now, idleTtl: HOUR })));
    await client.get('/add');
    const touch = store.touch.bind(store);
    store.touch = () => Promise.reject(new Error('the store is down'));
    clock.time = HOUR / 2;
    await client.get('/count');
    store.touch = touch;
    await client.get('/count');
    clock.time = HOUR;
    expect(await client.read('/count')).toBe('1');
  });

  it('leave a session without an id if its changes were dropped', async () => {
    const store = memoryStore();
    const kept: SessionInterface[] = [];
    const app = sessionApp(factories, session({ store }), {
      '/ended': async (current) => {
        await store.delete(`session:${current.id}`);
        current.set('a', 1);
        kept.push(current);
      },
    });
    const client = visitor(app);
    await client.get('/add');
    const response = await client.get('/ended');
    expect([kept[0]?.id, response.getHeaderLine('Cache-Control')]).toEqual([
      null,
      'private, no-cache',
    ]);
  });

  it('leave a response private whose changes could not be stored', async () => {
    const store = memoryStore();
    const app = sessionApp(factories, session({ store, whenDown: 'pass' }));
    await store.close();
    const response = await visitor(app).get('/add');
    expect(['Set-Cookie', 'Cache-Control', 'Vary'].map((name) => response.getHeader(name))).toEqual(
      [[], ['private, no-cache'], ['Cookie']],
    );
  });
});

describe.each([
  ['session', () => session({ store: memoryStore(), cookie: { persistent: true } })],
  ['cookieSession', () => cookieSession({ keys, cookie: { persistent: true } })],
])('%s', (_, create) => {
  it('deletes its cookie with the attributes with which it was set', async () => {
    const client = visitor(sessionApp(factories, create()));
    const set = (await client.get('/add')).getHeaderLine('Set-Cookie');
    const ended = (await client.get('/logout')).getHeaderLine('Set-Cookie');
    const attributesOf = (line: string) => line.split('; ').slice(1);
    expect(attributesOf(set)).toContain('Max-Age=604800');
    expect(ended).toMatch(/^__Host-session=; /);
    expect(attributesOf(ended)).toEqual(
      attributesOf(set).map((part) => part.replace('=604800', '=0')),
    );
  });
});

it('cookieSession does not extend the absolute end by a login, an update or a visit', async () => {
  const clock = { time: 0 };
  const middleware = cookieSession({
    ...{ keys, idleTtl: 4_000, absoluteTtl: 5_000, now: () => clock.time },
  });
  const client = visitor(sessionApp(factories, middleware));
  await client.get('/add');
  for (const [time, path] of [
    [2_000, '/login'],
    [3_000, '/add'],
    [4_000, '/count'],
  ] as const) {
    clock.time = time;
    await client.get(path);
  }
  clock.time = 4_999;
  expect(await client.read('/count')).toBe('2');
  clock.time = 5_000;
  expect(await client.read('/count')).toBe('0');
});
