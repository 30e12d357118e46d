import { describe, expect, it } from '@jest/globals';
import { memoryStore } from '@mortise/store';
import { implementations } from '../test/implementations.js';
import { sessionApp } from '../test/session-app.js';
import { spying } from '../test/spying.js';
import { visitor } from '../test/visitor.js';
import { session } from './index.js';

describe.each(implementations)('session with %s', (_, factories) => {
  const appWith = (
    options: Partial<Parameters<typeof session>[0]> = {},
    routes: Parameters<typeof sessionApp>[2] = {},
  ) => sessionApp(factories, session({ store: memoryStore(), ...options }), routes);

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
});
