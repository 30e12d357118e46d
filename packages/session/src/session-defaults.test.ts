import { describe, expect, it } from '@jest/globals';
import type { MiddlewareInterface } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { MAX_TTL, memoryStore, type StoreInterface } from '@mortise/store';
import { sessionApp } from '../test/session-app.js';
import { visitor } from '../test/visitor.js';
import { cookieSession, session, type SessionInterface } from './index.js';

const HOUR = 3_600_000;
const keys = ['k'.repeat(32)];

describe.each<[string, (now: () => number) => MiddlewareInterface]>([
  ['session', (now) => session({ store: memoryStore({ now }), now })],
  ['cookieSession', (now) => cookieSession({ keys, now })],
])('%s without options', (name, create) => {
  const begin = async () => {
    const clock = { time: 1_000_000 };
    const client = visitor(
      sessionApp(
        factories,
        create(() => clock.time),
      ),
    );
    await client.get('/add');
    return { clock, client };
  };

  it('is listed under its name', () => {
    expect(create(Date.now)).toHaveProperty('name', name);
  });

  it('ends after two hours without a request', async () => {
    for (const [wait, count] of [
      [2 * HOUR - 1, '1'],
      [2 * HOUR, '0'],
    ] as const) {
      const { clock, client } = await begin();
      clock.time += wait;
      expect(await client.read('/count')).toBe(count);
    }
  });

  it('ends after seven days in any case', async () => {
    const { clock, client } = await begin();
    const end = clock.time + 7 * 24 * HOUR;
    while (clock.time + HOUR < end) {
      clock.time += HOUR;
      await client.get('/add');
    }
    clock.time = end - 1;
    expect(await client.read('/count')).toBe(String(7 * 24));
    clock.time = end;
    expect(await client.read('/count')).toBe('0');
  });
});

describe('session without options', () => {
  it('stores 65,536 bytes, and refuses one more', async () => {
    const now = () => 1_000_000;
    const empty = JSON.stringify({ until: now() + 7 * 24 * HOUR, data: { a: '' } }).length;
    const fill = (bytes: number) =>
      visitor(
        sessionApp(factories, session({ store: memoryStore({ now }), now }), {
          '/fill': (current) => {
            current.set('a', 'x'.repeat(bytes - empty));
          },
        }),
      ).get('/fill');
    expect((await fill(65_536)).getStatusCode()).toBe(200);
    await expect(fill(65_537)).rejects.toMatchObject({ code: 'SESSION_TOO_LARGE' });
  });
});

describe('the session that a handler keeps', () => {
  it.each<[string, () => MiddlewareInterface]>([
    ['session', () => session({ store: memoryStore() })],
    ['cookieSession', () => cookieSession({ keys })],
  ])('has its new id after the response of %s', async (_, create) => {
    const kept: SessionInterface[] = [];
    const app = sessionApp(factories, create(), {
      '/keep': (current) => {
        current.set('a', 1);
        kept.push(current);
        return current.id;
      },
      '/id': (current) => current.id,
      '/leave': (current) => {
        current.destroy();
        kept.push(current);
      },
    });
    const client = visitor(app);
    expect(await client.read('/id')).toBe('null');
    await client.get('/keep');
    expect(kept[0]?.id).toBe(await client.read('/id'));
    expect(kept[0]?.id).not.toBeNull();
    await client.get('/leave');
    expect(kept[1]?.id).toBeNull();
  });

  it('is empty and has no id if the store has other text in its place', async () => {
    const store = memoryStore();
    const app = sessionApp(factories, session({ store }), {
      '/id': (current) => String(current.id),
    });
    const client = visitor(app);
    await client.get('/add');
    const get = store.get.bind(store);
    store.get = async (key) => {
      const stored = await get(key);
      return stored && { ...stored, value: new TextEncoder().encode('{}') };
    };
    expect([await client.read('/id'), await client.read('/count')]).toEqual(['null', '0']);
  });
});

describe('an option of sessions', () => {
  const store = memoryStore();
  it.each([
    { idleTtl: 1, absoluteTtl: 1 },
    { idleTtl: MAX_TTL, absoluteTtl: MAX_TTL },
    { maxBytes: 1 },
    { prefix: 'x'.repeat(128) },
    { prefix: '' },
    { whenDown: 'pass' as const },
  ])('has the bound %j', (options) => {
    expect(() => session({ store, ...options })).not.toThrow();
  });

  it.each([
    ['idleTtl', { idleTtl: MAX_TTL + 1 }],
    ['absoluteTtl', { absoluteTtl: MAX_TTL + 1 }],
    ['absoluteTtl', { absoluteTtl: 0 }],
    ['prefix', { prefix: 7 }],
    ['now', { now: 7 }],
    ['random', { random: 'x' }],
    ['cookie.persistent', { cookie: { persistent: 'yes' } }],
    ['cookie.path', { cookie: { path: '/' } }],
  ])('is refused: %s of %j', (option, options) => {
    expect(() => session({ store, ...options } as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: `session.${option}` }),
    );
  });

  it.each([
    ['idleTtl', { idleTtl: 0 }],
    ['absoluteTtl', { absoluteTtl: 0 }],
    ['now', { now: 7 }],
    ['random', { random: 'x' }],
    ['cookie.secure', { cookie: { secure: 1 } }],
    ['store', { store }],
  ])('is refused by cookieSession: %s of %j', (option, options) => {
    expect(() => cookieSession({ keys, ...options } as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: `cookieSession.${option}` }),
    );
    expect(() => cookieSession({ keys, idleTtl: 1, absoluteTtl: 1 })).not.toThrow();
  });

  it.each<keyof StoreInterface>(['get', 'compareAndSet', 'delete', 'touch'])(
    'is refused: a store without %s',
    (method) => {
      const incomplete = { ...methodsOf(store), [method]: undefined };
      expect(() => session({ store: incomplete })).toThrow(
        expect.objectContaining({ code: 'OPTION_INVALID', option: 'session.store' }),
      );
    },
  );
});

function methodsOf(store: StoreInterface): StoreInterface {
  return {
    get: (key) => store.get(key),
    set: (...given) => store.set(...given),
    compareAndSet: (...given) => store.compareAndSet(...given),
    delete: (...given) => store.delete(...given),
    touch: (...given) => store.touch(...given),
    increment: (...given) => store.increment(...given),
    close: () => store.close(),
  };
}
