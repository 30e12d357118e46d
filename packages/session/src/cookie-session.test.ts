import { describe, expect, it } from '@jest/globals';
import { OptionError } from '@mortise/base/options';
import { encryptValue } from '@mortise/cookies';
import { implementations } from '../../../tooling/testing/implementations.js';
import { COUNT, sessionApp } from '../test/session-app.js';
import { visitor } from '../test/visitor.js';
import { CSRF_SECRET, cookieSession, SESSION } from './index.js';

const keys = ['k'.repeat(32)];
const HOUR = 3_600_000;

describe.each(implementations)('cookieSession with %s', (_, factories) => {
  const appWith = (
    options: Partial<Parameters<typeof cookieSession>[0]> = {},
    routes: Parameters<typeof sessionApp>[2] = {},
  ) => sessionApp(factories, cookieSession({ keys, ...options }), routes);

  it('keeps what a handler sets for the next request', async () => {
    const { read } = visitor(appWith());
    expect([await read('/add'), await read('/add'), await read('/count')]).toEqual(['1', '2', '2']);
  });

  it('sets no cookie for a request that changes nothing', async () => {
    const { get } = visitor(appWith());
    const cookies = [await get('/count'), await get('/add'), await get('/count')].map((response) =>
      response.hasHeader('Set-Cookie'),
    );
    expect(cookies).toEqual([false, true, false]);
  });

  it('treats a modified cookie, and one with another key, as no session', async () => {
    const app = appWith();
    const client = visitor(app);
    await client.get('/add');
    const changed = client.cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect(await visitor(app, changed).read('/count')).toBe('0');
    const other = appWith({ keys: ['o'.repeat(32)] });
    expect(await visitor(other, client.cookie).read('/count')).toBe('0');
    const rotated = appWith({ keys: ['o'.repeat(32), ...keys] });
    expect(await visitor(rotated, client.cookie).read('/count')).toBe('1');
  });

  it.each([
    ['idle', { idleTtl: 1_000 }, 1_000],
    ['absolute', { idleTtl: HOUR, absoluteTtl: 5_000 }, 5_000],
  ])(
    'ends a session exactly at its %s end, even for an old copy of the cookie',
    async (_name, times, end) => {
      const clock = { time: 1_000_000 };
      const app = appWith({ ...times, now: () => clock.time });
      const client = visitor(app);
      await client.get('/add');
      clock.time += end - 1;
      expect(await visitor(app, client.cookie).read('/count')).toBe('1');
      clock.time += 1;
      expect(await visitor(app, client.cookie).read('/count')).toBe('0');
    },
  );

  it('extends a session that is only read, after a tenth of its idle time', async () => {
    const clock = { time: 0 };
    const client = visitor(appWith({ idleTtl: 1_000, now: () => clock.time }));
    await client.get('/add');
    clock.time = 99;
    expect((await client.get('/count')).hasHeader('Set-Cookie')).toBe(false);
    clock.time = 100;
    expect((await client.get('/count')).hasHeader('Set-Cookie')).toBe(true);
    clock.time = 1_099;
    expect(await client.read('/count')).toBe('1');
  });

  it('has ids of the given random bytes', async () => {
    const client = visitor(appWith({ random: (bytes) => new Uint8Array(bytes) }));
    await client.get('/add');
    expect(await client.read('/id')).toBe('A'.repeat(32));
  });

  it.each([
    ['127.0.0.1', true],
    ['::1', true],
    ['192.0.2.1', false],
    [undefined, false],
  ])('accepts requests of %s without https: %p', async (address, isAccepted) => {
    const params = address === undefined ? {} : { REMOTE_ADDR: address };
    const request = factories.createServerRequest('GET', 'http://h.test/', params);
    const response = factories.createResponse();
    const layer = cookieSession({ keys, cookie: { secure: false } });
    const outcome = await Promise.resolve(layer.process(request, { handle: () => response })).then(
      () => 'accepted',
      (error: unknown) => (error as { readonly code?: unknown }).code,
    );
    expect(outcome).toBe(isAccepted ? 'accepted' : 'SESSION_INSECURE');
  });

  it('deletes the cookie at a logout', async () => {
    const client = visitor(appWith());
    await client.get('/login');
    await client.get('/logout');
    expect([client.cookie, await client.read('/user')]).toEqual(['', 'nobody']);
  });

  it.each([
    ['that this process cannot decrypt', { keys: ['o'.repeat(32)] }],
    ['whose session has ended', { now: () => Date.now() + 3 * HOUR }],
  ])('deletes at a logout a cookie %s', async (_name, options) => {
    const client = visitor(appWith());
    await client.get('/login');
    const elsewhere = visitor(appWith(options), client.cookie);
    await elsewhere.get('/logout');
    expect(elsewhere.cookie).toBe('');
  });

  it('creates a new id at a login, and drops the CSRF secret', async () => {
    const client = visitor(
      appWith(
        {},
        {
          '/secret': (current) => {
            current.set(CSRF_SECRET, 'old');
            current.set(COUNT, 7);
          },
          '/show': (current) => `${current.get(COUNT)} ${current.get(CSRF_SECRET)}`,
        },
      ),
    );
    await client.get('/secret');
    const id = await client.read('/id');
    await client.get('/login');
    expect([(await client.read('/id')) === id, await client.read('/show')]).toEqual([
      false,
      '7 undefined',
    ]);
    // Set before and after `regenerate`: the later value stays.
    expect(await client.read('/user')).toBe('Ana');
  });

  it('marks a server error as private if its session is too large to be sent', async () => {
    const request = factories.createServerRequest('GET', '/');
    const response = await cookieSession({ keys }).process(request, {
      handle: (incoming) => {
        incoming.getAttribute(SESSION)?.set('a', 'x'.repeat(9_000));
        return factories.createResponse(500);
      },
    });
    expect(response.getStatusCode()).toBe(500);
    expect(response.getHeaderLine('Vary')).toBe('Cookie');
  });

  it('sends a cookie of at most 4,093 bytes including its name', async () => {
    const sizes: number[] = [];
    for (let length = 2_900; ; length++) {
      const filled = appWith(
        {},
        {
          '/fill': (current) => {
            current.set('a', 'x'.repeat(length));
          },
        },
      );
      const client = visitor(filled);
      const error = await client.get('/fill').then(
        () => null,
        (reason: unknown) => reason,
      );
      if (error !== null) {
        expect(error).toMatchObject({ code: 'SESSION_TOO_LARGE', status: 500 });
        break;
      }
      sizes.push(client.cookie.length - 1);
    }
    expect(Math.max(...sizes)).toBe(4_093);
  });

  it('keeps its id when it is changed, emptied or extended', async () => {
    const clock = { time: 0 };
    const app = appWith(
      { idleTtl: 1_000, now: () => clock.time },
      {
        '/clear': (current) => {
          current.clear();
        },
      },
    );
    const client = visitor(app);
    await client.get('/add');
    const id = await client.read('/id');
    await client.get('/add');
    await client.get('/clear');
    clock.time = 500;
    expect((await client.get('/untouched')).hasHeader('Set-Cookie')).toBe(true);
    expect([await client.read('/id'), await client.read('/count')]).toEqual([id, '0']);
  });

  it('starts a new session, with a new end, with values that are set after destroy', async () => {
    const clock = { time: 0 };
    const client = visitor(
      appWith(
        { absoluteTtl: 1_000, now: () => clock.time },
        {
          '/again': (current) => {
            current.destroy();
            current.set(COUNT, 7);
          },
        },
      ),
    );
    await client.get('/login');
    const id = await client.read('/id');
    clock.time = 999;
    await client.get('/again');
    clock.time = 1_998;
    expect([await client.read('/user'), await client.read('/count')]).toEqual(['nobody', '7']);
    expect(await client.read('/id')).not.toBe(id);
  });

  it('sets no cookie at a logout of a visitor without a session', async () => {
    const response = await visitor(appWith()).get('/logout');
    expect([response.hasHeader('Set-Cookie'), response.getHeaderLine('Vary')]).toEqual([
      false,
      'Cookie',
    ]);
  });

  it('marks a response as private only if the handler used the session', async () => {
    const { get } = visitor(appWith());
    const marks = [await get('/untouched'), await get('/count')].map((response) =>
      response.getHeaderLine('Cache-Control'),
    );
    expect(marks).toEqual(['', 'private, no-cache']);
  });

  it.each([
    { id: 7, idleUntil: HOUR, until: HOUR, data: { count: 9 } },
    { id: 'a', until: HOUR, data: { count: 9 } },
    { id: 'a', idleUntil: HOUR, data: { count: 9 } },
    { id: 'a', idleUntil: HOUR, until: HOUR },
  ])('treats another value that its key has sealed as no session: %j', async (value) => {
    const sealed = await encryptValue(keys, '__Host-session', JSON.stringify(value));
    const app = appWith({ now: () => 0 });
    expect(await visitor(app, `__Host-session=${sealed}`).read('/count')).toBe('0');
  });
});

describe('the options of cookieSession', () => {
  it.each([
    [{ keys: ['short'] }, 'keys[0]'],
    [{ keys, idleTtl: 0 }, 'idleTtl'],
    [{ keys, absoluteTtl: -1 }, 'absoluteTtl'],
    [{ keys, now: 7 }, 'now'],
    [{ keys, random: 7 }, 'random'],
    [{ keys, store: 7 }, 'store'],
  ])('are refused: %j', (options, option) => {
    expect(() => cookieSession(options as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: `cookieSession.${option}` }),
    );
  });

  it('are refused with an error of this package', () => {
    expect(() => cookieSession({ keys, idleTtl: 0 })).toThrow(OptionError);
  });
});
