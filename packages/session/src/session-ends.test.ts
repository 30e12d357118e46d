import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { memoryStore } from '@mortise/store';
import { sessionApp } from '../test/session-app.js';
import { spying } from '../test/spying.js';
import { visitor } from '../test/visitor.js';
import { cookieSession, session, type SessionInterface } from './index.js';

const HOUR = 3_600_000;

describe('the end of a session', () => {
  const appWith = (options: Parameters<typeof session>[0]) =>
    sessionApp(factories, session(options));

  it('keeps a session in the store at most until its absolute end', async () => {
    const clock = { time: 0 };
    const now = () => clock.time;
    const ends: number[] = [];
    const store = spying(memoryStore({ now }), (method, _key, ...others) => {
      if (method !== 'get') ends.push(now() + Number(others.at(-1)));
    });
    const client = visitor(appWith({ store, now, idleTtl: HOUR, absoluteTtl: 1.5 * HOUR }));
    await client.get('/add');
    clock.time = HOUR - 1;
    await client.get('/count');
    clock.time = 1.25 * HOUR;
    await client.get('/add');
    expect(ends).toEqual([HOUR, 1.5 * HOUR, 1.5 * HOUR]);
  });

  it.each([
    ['session', () => session({ store: memoryStore(), now: () => 1_000, absoluteTtl: HOUR })],
    [
      'cookieSession',
      () => cookieSession({ keys: ['k'.repeat(32)], now: () => 1_000, absoluteTtl: HOUR }),
    ],
  ])('is known to each request of a stored session, with %s', async (_, layer) => {
    const ends = ({ endsAt }: SessionInterface) => endsAt;
    const routes = {
      '/ends': ends,
      '/renewed': (current: SessionInterface) => {
        current.regenerate();
        return current.endsAt;
      },
      '/ended': (current: SessionInterface) => {
        current.destroy();
        return current.endsAt;
      },
    };
    const client = visitor(sessionApp(factories, layer(), routes));
    expect(await client.read('/ends')).toBe('null');
    await client.get('/add');
    expect(await client.read('/ends')).toBe(String(1_000 + HOUR));
    expect(await client.read('/renewed')).toBe(String(1_000 + HOUR));
    expect(await client.read('/ended')).toBe('null');
  });

  it('extends a session that is only read, after a tenth of its idle time', async () => {
    const clock = { time: 1_000_000 };
    const now = () => clock.time;
    const calls: string[] = [];
    const store = spying(memoryStore({ now }), (method) => calls.push(method));
    const client = visitor(appWith({ store, now, idleTtl: HOUR }));
    await client.get('/add');
    for (const minutes of [5, 1, 10, 50, 50]) {
      clock.time += (minutes / 60) * HOUR;
      await client.get('/count');
    }
    expect(await client.read('/count')).toBe('1');
    expect(calls.filter((method) => method === 'touch')).toHaveLength(4);
  });

  it('extends a session that the handler does not use', async () => {
    const calls: string[] = [];
    const clock = { time: 1_000_000 };
    const now = () => clock.time;
    const store = spying(memoryStore({ now }), (method) => calls.push(method));
    const client = visitor(appWith({ store, now, idleTtl: HOUR }));
    await client.get('/add');
    clock.time += HOUR / 2;
    await client.get('/untouched');
    expect(calls).toContain('touch');
  });

  it.each([
    ['idle', { idleTtl: 1_000 }, 1_000],
    ['absolute', { idleTtl: HOUR, absoluteTtl: 5_000 }, 5_000],
  ])('ends a session exactly at its %s end', async (_name, times, end) => {
    const clock = { time: 1_000_000 };
    const now = () => clock.time;
    const app = appWith({ store: memoryStore({ now }), now, ...times });
    const [early, late] = [visitor(app), visitor(app)];
    await early.get('/add');
    await late.get('/add');
    clock.time += end - 1;
    expect(await early.read('/count')).toBe('1');
    clock.time += 1;
    expect(await late.read('/count')).toBe('0');
  });

  it('ends a session that a store with a slow clock still has', async () => {
    const clock = { time: 1_000_000 };
    const store = memoryStore({ now: () => 0 });
    const app = appWith({ store, now: () => clock.time, idleTtl: HOUR, absoluteTtl: 5_000 });
    const client = visitor(app);
    await client.get('/add');
    clock.time += 4_999;
    expect(await client.read('/count')).toBe('1');
    clock.time += 1;
    expect(await client.read('/count')).toBe('0');
  });

  it('stores a change whose handler ran past the end, and the session has ended', async () => {
    const clock = { time: 1_000_000 };
    const now = () => clock.time;
    const app = sessionApp(
      factories,
      session({ store: memoryStore({ now }), now, absoluteTtl: 5_000 }),
      {
        '/slow': (current) => {
          clock.time += 5_001;
          current.set('a', 1);
        },
      },
    );
    const client = visitor(app);
    await client.get('/add');
    clock.time += 1;
    expect((await client.get('/slow')).getStatusCode()).toBe(200);
    expect(await client.read('/count')).toBe('0');
  });

  it('accepts a clock with fractions of a millisecond', async () => {
    const clock = { time: 1_000.25 };
    const ends: unknown[] = [];
    const store = spying(memoryStore(), (_method, _key, ...others) => ends.push(others.at(-1)));
    const client = visitor(appWith({ store, now: () => clock.time, absoluteTtl: 5_000 }));
    await client.get('/add');
    clock.time = 1_000.5;
    expect(await client.read('/add')).toBe('2');
    expect(ends).toEqual([5_000, undefined, 5_000]);
  });

  it('is not extended when a change has stored it', async () => {
    const calls: string[] = [];
    const clock = { time: 1_000_000 };
    const now = () => clock.time;
    const store = spying(memoryStore({ now }), (method) => calls.push(method));
    const client = visitor(appWith({ store, now, idleTtl: HOUR }));
    for (const path of ['/add', '/add', '/count']) {
      clock.time += HOUR / 20;
      await client.get(path);
    }
    expect(calls).not.toContain('touch');
  });

  it('takes the flash messages away, even if they were shown before destroy()', async () => {
    const app = sessionApp(factories, session({ store: memoryStore() }), {
      '/save': ({ flash }) => {
        flash.addMessage('notice', 'Saved');
      },
      '/leave': (current) => {
        const before = current.flash.hasMessage('notice');
        current.destroy();
        return [before, current.flash.hasMessage('notice')].join();
      },
    });
    const client = visitor(app);
    await client.get('/save');
    expect(await client.read('/leave')).toBe('true,false');
  });

  it('does not extend the absolute end by a login or an update', async () => {
    const clock = { time: 0 };
    const now = () => clock.time;
    const app = appWith({ store: memoryStore({ now }), now, idleTtl: HOUR, absoluteTtl: 5_000 });
    const client = visitor(app);
    await client.get('/add');
    clock.time = 4_000;
    await client.get('/login');
    await client.get('/add');
    clock.time = 5_000;
    expect(await client.read('/count')).toBe('0');
  });
});
