import { describe, expect, it } from '@jest/globals';
import { createApp as createVariantA } from '@mortise/compat-variant-a';
import { toFetchHandler } from '@mortise/fetch';
import type { AttributeKey } from '@mortise/http-message';
import { memoryStore } from '@mortise/store';
import { inProcess, overSocket } from 'mortise/testing';
import { implementations } from '../../../tooling/testing/implementations.js';
import { COUNT, sessionApp, USER } from '../test/session-app.js';
import { spying } from '../test/spying.js';
import { visitor } from '../test/visitor.js';
import { SESSION, session, type SessionInterface } from './index.js';

describe.each(implementations)('session with %s', (_, factories) => {
  const appWith = (
    options: Partial<Parameters<typeof session>[0]> = {},
    routes: Parameters<typeof sessionApp>[2] = {},
  ) => sessionApp(factories, session({ store: memoryStore(), ...options }), routes);

  it('keeps what a handler sets for the next request', async () => {
    const { read } = visitor(appWith());
    expect([await read('/add'), await read('/add'), await read('/count')]).toEqual(['1', '2', '2']);
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

  it('stores a change before the response leaves, so that a redirect finds it', async () => {
    const store = memoryStore();
    const write = store.compareAndSet.bind(store);
    const order: string[] = [];
    const called = new Promise<() => void>((resolve) => {
      store.compareAndSet = async (...written) => {
        await new Promise<void>((finish) => {
          resolve(finish);
        });
        order.push('stored');
        return write(...written);
      };
    });
    const client = visitor(appWith({ store }));
    const response = client.get('/add').then(() => order.push('response'));
    const finish = await called;
    await new Promise((resolve) => setImmediate(resolve));
    expect(order).toEqual([]);
    finish();
    await response;
    expect(order).toEqual(['stored', 'response']);
    expect(await client.read('/count')).toBe('1');
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

  it('drops at a logout the values set before, even after a login in the same request', async () => {
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
    const other = visitor(app);
    await other.get('/bye');
    expect(await other.read('/notice')).toBe('Goodbye');
  });

  it('keeps what a visitor without a session sets before and after regenerate', async () => {
    const client = visitor(appWith());
    await client.get('/login');
    expect(await client.read('/user')).toBe('Ana');
  });

  it('starts no session after destroy if nothing remains of what was set', async () => {
    const app = appWith(
      {},
      {
        '/bye': (given) => {
          given.destroy();
          given.set(COUNT, 7);
          given.delete(COUNT);
        },
      },
    );
    const client = visitor(app);
    await client.get('/add');
    const response = await client.get('/bye');
    expect(response.getHeaderLine('Set-Cookie')).toMatch(/^__Host-session=; .*Max-Age=0/);
  });

  it('stays, with its id, when all values are deleted', async () => {
    const app = appWith(
      {},
      {
        '/clear': (given) => {
          given.clear();
        },
      },
    );
    const client = visitor(app);
    await client.get('/add');
    const id = await client.read('/id');
    await client.get('/clear');
    expect([await client.read('/count'), await client.read('/id')]).toEqual(['0', id]);
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

  it('stays as it was if a login stores more than maxBytes', async () => {
    const routes = {
      '/login-too-large': (given: SessionInterface) => {
        given.regenerate();
        given.set(USER, 'x'.repeat(200));
      },
    };
    const client = visitor(appWith({ maxBytes: 200 }, routes));
    await client.get('/add');
    const id = await client.read('/id');
    await expect(client.get('/login-too-large')).rejects.toMatchObject({
      code: 'SESSION_TOO_LARGE',
    });
    expect([await client.read('/count'), await client.read('/id')]).toEqual(['1', id]);
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
