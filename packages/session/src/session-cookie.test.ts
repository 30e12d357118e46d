import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { memoryStore } from '@mortise/store';
import { implementations } from '../../../tooling/testing/implementations.js';
import { sessionApp } from '../test/session-app.js';
import { spying } from '../test/spying.js';
import { visitor } from '../test/visitor.js';
import { session } from './index.js';
import { idOf } from './session-id.js';

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
    const { get } = visitor(appWith({ cookie: { persistent: true }, absoluteTtl: 6_999_001 }));
    expect((await get('/add')).getHeaderLine('Set-Cookie')).toContain('; Max-Age=7000; ');
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

  it.each(['Strict', 'Lax', 'None'] as const)(
    'sets a cookie with SameSite=%s',
    async (sameSite) => {
      const { get } = visitor(appWith({ cookie: { sameSite } }));
      expect((await get('/add')).getHeaderLine('Set-Cookie')).toMatch(`; SameSite=${sameSite}`);
    },
  );

  it('sets an insecure cookie under another name, and without Secure', async () => {
    const { get } = visitor(appWith({ cookie: { secure: false } }));
    expect((await get('/add')).getHeaderLine('Set-Cookie')).toMatch(
      /^session=[\w-]{32}; path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  it('accepts every token that it creates, whatever the random bytes are', async () => {
    // Base64 writes these bytes as +, / and a letter.
    const client = visitor(appWith({ random: (bytes) => new Uint8Array(bytes).fill(0xfb) }));
    await client.get('/add');
    expect(client.cookie).toBe(`__Host-session=${'-_v7'.repeat(8)}`);
    expect(await client.read('/count')).toBe('1');
  });

  it('rejects with SESSION_CONFLICT if the random bytes are those of another session', async () => {
    const app = appWith({ random: (bytes) => new Uint8Array(bytes) });
    const client = visitor(app);
    await client.get('/add');
    await expect(visitor(app).get('/add')).rejects.toMatchObject({
      code: 'SESSION_CONFLICT',
      message: 'a new session id is already taken: the random source repeats itself',
      status: 503,
    });
    expect(await client.read('/count')).toBe('1');
  });

  it('sets no cookie at a logout of a visitor without one', async () => {
    const response = await visitor(appWith()).get('/logout');
    expect([response.hasHeader('Set-Cookie'), response.getHeaderLine('Cache-Control')]).toEqual([
      false,
      'private, no-cache',
    ]);
  });

  it('deletes at a logout a cookie that the store does not know', async () => {
    const client = visitor(appWith(), `__Host-session=${'a'.repeat(32)}`);
    await client.get('/logout');
    expect(client.cookie).toBe('');
  });

  describe('that is insecure', () => {
    const middleware = session({ store: memoryStore(), cookie: { secure: false } });
    const processFrom = (address?: string) =>
      middleware.process(
        factories.createServerRequest(
          'GET',
          'http://h.test/',
          address === undefined ? {} : { REMOTE_ADDR: address },
        ),
        { handle: () => factories.createResponse(204) },
      );

    it.each(['127.0.0.1', '127.10.200.30', '::ffff:127.0.0.1', '::1'])(
      'serves a request from %s',
      async (address) => {
        expect((await processFrom(address)).getStatusCode()).toBe(204);
      },
    );

    it.each([
      ['an unknown address', undefined],
      ['192.0.2.1', '192.0.2.1'],
      ['::ffff:192.0.2.1', '::ffff:192.0.2.1'],
      ['fe80::1', 'fe80::1'],
      ['::1:2', '::1:2'],
      ['10.127.0.0.1', '10.127.0.0.1'],
      ['127.1000.0.1', '127.1000.0.1'],
      ['127.0.1000.1', '127.0.1000.1'],
      ['127.0.0.1000', '127.0.0.1000'],
    ])('refuses a request from %s', (_name, address) => {
      expect(() => processFrom(address)).toThrow(
        expect.objectContaining({ code: 'SESSION_INSECURE', status: 500 }),
      );
    });

    it('says whether the address is another one or unknown', () => {
      expect(() => processFrom('192.0.2.1')).toThrow('the request comes from "192.0.2.1"');
      expect(() => processFrom()).toThrow('the client address is unknown');
      expect(() => processFrom()).toThrow("on a Unix socket, set trustProxy: ['unix']");
    });
  });
});

describe('the id of a session', () => {
  // Base64 writes the hash of the second one with + and /.
  it.each(['a'.repeat(32), 'p'.repeat(32)])(
    'of %s is the hash of the token as base64url',
    async (token) => {
      const hash = createHash('sha256').update(token).digest('base64url');
      expect(await idOf(token)).toBe(hash);
    },
  );
});
