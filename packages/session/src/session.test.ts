import { describe, expect, it } from '@jest/globals';
import { createApp as createVariantA } from '@mortise/compat-variant-a';
import { toFetchHandler } from '@mortise/fetch';
import type { AttributeKey } from '@mortise/http-message';
import { memoryStore } from '@mortise/store';
import { createApp, text } from 'mortise';
import { inProcess, overSocket } from 'mortise/testing';
import { implementations } from '../test/implementations.js';
import { COUNT, sessionApp } from '../test/session-app.js';
import { spying } from '../test/spying.js';
import { visitor } from '../test/visitor.js';
import { SESSION, session, type SessionEvent } from './index.js';

describe.each(implementations)('session with %s', (_, factories) => {
  const appWith = (
    options: Partial<Parameters<typeof session>[0]> = {},
    routes: Parameters<typeof sessionApp>[2] = {},
  ) => sessionApp(factories, session({ store: memoryStore(), ...options }), routes);

  it('keeps what a handler sets for the next request', async () => {
    const { read } = visitor(appWith());
    expect([await read('/add'), await read('/add'), await read('/count')]).toEqual(['1', '2', '2']);
  });

  it('sets a host cookie that scripts cannot read, once', async () => {
    const { get } = visitor(appWith());
    const cookies = [await get('/add'), await get('/add')].map((each) =>
      each.getHeader('Set-Cookie'),
    );
    expect(cookies).toEqual([
      [
        expect.stringMatching(
          /^__Host-session=[\w-]{32}; path=\/; secure; HttpOnly; SameSite=Lax$/,
        ),
      ],
      [],
    ]);
  });

  it('keeps the cookie until the absolute end if it is persistent', async () => {
    const { get } = visitor(appWith({ cookie: { persistent: true }, absoluteTtl: 90_000 }));
    expect((await get('/add')).getHeaderLine('Set-Cookie')).toContain('; Max-Age=90; ');
  });

  it('stores a session under an id that is not the value of the cookie', async () => {
    const names: string[] = [];
    const app = appWith({ store: spying(memoryStore(), (_method, key) => names.push(key)) });
    const client = visitor(app);
    await client.get('/add');
    const id = await client.read('/id');
    expect(names).toEqual([`session:${id}`, `session:${id}`]);
    expect(client.cookie).not.toContain(id);
  });

  it.each(['/untouched', '/count', '/user'])(
    'calls no store and sets no cookie for a visitor without a session at %s',
    async (path) => {
      const calls: string[] = [];
      const app = appWith({ store: spying(memoryStore(), (method) => calls.push(method)) });
      const response = await visitor(app).get(path);
      expect([calls, response.hasHeader('Set-Cookie')]).toEqual([[], false]);
    },
  );

  it('creates no promise for a request without a session that stores nothing', () => {
    const response = factories.createResponse(204);
    const request = factories.createServerRequest('GET', 'https://h.test/');
    const given = session({ store: memoryStore() }).process(request, { handle: () => response });
    expect(given).toBe(response);
  });

  it('loads with one call to the store and saves with one', async () => {
    const calls: string[] = [];
    const app = appWith({ store: spying(memoryStore(), (method) => calls.push(method)) });
    const { get } = visitor(app);
    await get('/add');
    await get('/add');
    await get('/count');
    expect(calls).toEqual(['compareAndSet', 'get', 'compareAndSet', 'get']);
  });

  it.each([
    ['an id that the store does not know', 'a'.repeat(32), 1],
    ['a short id', 'a'.repeat(31), 0],
    ['a long id', 'a'.repeat(33), 0],
    ['another alphabet', `${'a'.repeat(31)}%21`, 0],
    ['nothing', '', 0],
  ])('never adopts %s', async (_name, token, reads) => {
    const calls: string[] = [];
    const app = appWith({ store: spying(memoryStore(), (method) => calls.push(method)) });
    const client = visitor(app, `__Host-session=${token}`);
    expect([await client.read('/count'), calls.length]).toEqual(['0', reads]);
    await client.get('/add');
    expect(client.cookie).not.toBe(`__Host-session=${token}`);
  });

  it('does not read a cookie of another name', async () => {
    const app = appWith();
    const client = visitor(app);
    await client.get('/add');
    const token = client.cookie.split('=')[1] ?? '';
    expect(await visitor(app, `session=${token}`).read('/count')).toBe('0');
  });

  it('refuses a change after the response', async () => {
    const seen: unknown[] = [];
    const later = { '/late': (given: unknown) => void seen.push(given) };
    await visitor(appWith({}, later)).get('/late');
    const late = seen[0] as { set(key: string, value: unknown): void; destroy(): void };
    for (const change of [
      () => {
        late.set('a', 1);
      },
      () => {
        late.destroy();
      },
    ]) {
      expect(change).toThrow(expect.objectContaining({ code: 'SESSION_COMMITTED', status: 500 }));
    }
  });

  it('discards changes if the handler throws', async () => {
    const fail = {
      '/fail': (given: { set(key: string, value: unknown): void }) => {
        given.set(COUNT, 99);
        throw new Error('x');
      },
    };
    const client = visitor(appWith({}, fail));
    await client.get('/add');
    await expect(client.get('/fail')).rejects.toThrow('x');
    expect(await client.read('/count')).toBe('1');
  });

  it('does not store a change to an object that get() returned', async () => {
    const routes = {
      '/list': (given: { update: (key: string, change: (v: unknown) => unknown) => void }) => {
        given.update('list', (list) => [...((list as unknown[] | undefined) ?? []), 1]);
      },
      '/push': (given: { get: (key: string) => unknown }) =>
        (given.get('list') as unknown[]).push(2),
      '/both': (given: {
        get(key: string): unknown;
        update(key: string, c: (v: unknown) => unknown): void;
      }) => {
        (given.get('list') as unknown[]).push(2);
        given.update('other', () => 1);
      },
      '/show': (given: { get(key: string): unknown }) => JSON.stringify(given.get('list')),
    };
    const client = visitor(appWith({}, routes as never));
    for (const path of ['/list', '/push', '/both', '/list']) await client.get(path);
    expect(await client.read('/show')).toBe('[1,1]');
  });

  it('gives the session a new id at a login, and keeps its values', async () => {
    const app = appWith();
    const client = visitor(app);
    await client.get('/add');
    const old = client.cookie;
    await client.get('/login');
    expect(client.cookie).not.toBe(old);
    expect([await client.read('/user'), await client.read('/count')]).toEqual(['Ana', '1']);
    expect(await visitor(app, old).read('/count')).toBe('0');
  });

  it('ends the session at a logout, and deletes the cookie', async () => {
    const app = appWith();
    const client = visitor(app);
    await client.get('/login');
    const old = client.cookie;
    const response = await client.get('/logout');
    expect(response.getHeaderLine('Set-Cookie')).toMatch(
      /^__Host-session=; path=\/; Max-Age=0; secure/,
    );
    expect(await visitor(app, old).read('/user')).toBe('nobody');
  });

  it('drops at a logout the values set before, also after a login in the same request', async () => {
    const app = appWith(
      {},
      {
        '/both': (given) => {
          given.regenerate();
          given.set(COUNT, 7);
          given.destroy();
        },
      },
    );
    const client = visitor(app);
    await client.get('/add');
    const response = await client.get('/both');
    expect(response.getHeaderLine('Set-Cookie')).toMatch(/^__Host-session=; .*Max-Age=0/);
    expect(await client.read('/count')).toBe('0');
  });

  it('stores the value as it was when it was set', async () => {
    const cart: AttributeKey<string[]> = 'cart';
    const app = appWith(
      {},
      {
        '/fill': (given) => {
          const books = ['Emma'];
          given.set(cart, books);
          books.push('Persuasion');
        },
        '/cart': (given) => given.get(cart)?.join(),
      },
    );
    const client = visitor(app);
    await client.get('/fill');
    expect(await client.read('/cart')).toBe('Emma');
  });

  it('starts a new session with values that are set after destroy', async () => {
    const app = appWith(
      {},
      {
        '/bye': (given) => {
          given.destroy();
          given.flash.addMessage('notice', 'Goodbye');
        },
        '/notice': (given) => given.flash.getFirstMessage('notice'),
      },
    );
    const client = visitor(app);
    await client.get('/login');
    const old = client.cookie;
    await client.get('/bye');
    expect([client.cookie === old, await client.read('/user')]).toEqual([false, 'nobody']);
    expect(await client.read('/notice')).toBe('Goodbye');
  });

  it.each([
    ['sets the cookie', '/add', '', 'private, no-store'],
    ['reads the session', '/count', '', 'private, no-cache'],
    ['reads it and has its own Cache-Control', '/cached', '', 'max-age=60'],
    ['sets the cookie and has its own Cache-Control', '/kept', '', 'private, no-store'],
    ['does not touch it', '/untouched', '', ''],
  ])('sets Cache-Control on a response that %s', async (_name, path, _none, expected) => {
    const app = createApp({ factories });
    app.get('/cached', (request, response) => {
      request.getAttribute(SESSION)?.get(COUNT);
      return text(response, '').withHeader('Cache-Control', 'max-age=60');
    });
    app.get('/kept', (request, response) => {
      request.getAttribute(SESSION)?.set(COUNT, 1);
      return text(response, '').withHeader('Cache-Control', 'public, s-maxage=60');
    });
    app.add(session({ store: memoryStore() }));
    const whole = ['/cached', '/kept'].includes(path) ? app : appWith();
    const response = await visitor(whole).get(path);
    expect(response.getHeaderLine('Cache-Control')).toBe(expected);
    expect(response.getHeaderLine('Vary')).toBe(path === '/untouched' ? '' : 'Cookie');
  });

  it('adds Cookie to the Vary header', async () => {
    const app = createApp({ factories });
    app.get('/', (request, response) => {
      request.getAttribute(SESSION)?.get(COUNT);
      return text(response, '').withHeader('Vary', 'Accept');
    });
    app.add(session({ store: memoryStore() }));
    expect((await visitor(app).get('/')).getHeaderLine('Vary')).toBe('Accept, Cookie');
  });

  it('stores maxBytes bytes, and refuses one more', async () => {
    const routes = {
      '/fill': (given: { set(key: string, value: string): void }) => {
        given.set('a', 'é');
      },
    };
    const bytes = new TextEncoder().encode(
      JSON.stringify({ until: 1_001_000, data: { a: 'é' } }),
    ).length;
    const options = { now: () => 1_000_000, absoluteTtl: 1_000 };
    await visitor(appWith({ ...options, maxBytes: bytes }, routes)).get('/fill');
    await expect(
      visitor(appWith({ ...options, maxBytes: bytes - 1 }, routes)).get('/fill'),
    ).rejects.toMatchObject({
      code: 'SESSION_TOO_LARGE',
      status: 500,
    });
  });

  it('serves only local requests with an insecure cookie', async () => {
    const app = appWith({ cookie: { secure: false } });
    const client = visitor(app);
    await client.get('/add');
    expect(client.cookie).toMatch(/^session=/);
    const request = factories.createServerRequest('GET', 'http://h.test/', {
      REMOTE_ADDR: '192.0.2.1',
    });
    const middleware = session({ store: memoryStore(), cookie: { secure: false } });
    for (const given of [request, factories.createServerRequest('GET', 'http://h.test/')]) {
      expect(() => middleware.process(given, { handle: () => factories.createResponse() })).toThrow(
        expect.objectContaining({ code: 'SESSION_INSECURE', status: 500 }),
      );
    }
  });

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
    app.add(session({ store })).get('/', (_request, response) => response);
    await store.close();
    const client = inProcess(app);
    const headers = { Cookie: `__Host-session=${'a'.repeat(32)}` };
    const responses = [await client.get('/', { headers }), await client.get('/', { headers })];
    expect(responses.map((response) => response.getStatusCode())).toEqual([503, 503]);
    expect(logged).toEqual([expect.stringMatching(/^503 StoreError: /)]);
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

  it('serves over a socket, through variant A and through toFetchHandler', async () => {
    const options = { store: memoryStore() };
    const app = sessionApp(factories, session(options));
    const client = overSocket(app);
    const first = visitor(app, '', client);
    await first.get('/add');
    const seen = [await first.read('/count')];
    await client.close();

    const older = createVariantA({ factories });
    older.get('/', (request, response) =>
      response.write(String(request.getAttribute(SESSION)?.get(COUNT))),
    );
    older.add(session(options));
    const Cookie = first.cookie;
    const responseA = await inProcess(older).get('/', { headers: { Cookie } });
    seen.push(await responseA.getBody().text());

    const fetched = await toFetchHandler(app, { factories })(
      new Request('https://h.test/count', { headers: { Cookie } }),
    );
    seen.push(await fetched.text());
    expect(seen).toEqual(['1', '1', '1']);
  });
});
