import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { memoryStore, type StoreInterface } from '@mortise/store';
import { COUNT, sessionApp, USER } from '../test/session-app.js';
import { spying } from '../test/spying.js';
import { visitor } from '../test/visitor.js';
import { CSRF_SECRET, session, type SessionEvent, type SessionInterface } from './index.js';

/** Two middlewares over one store stand for two processes: they share no line of commits. */
function twoProcesses(
  routes: Readonly<Record<string, (session: SessionInterface) => unknown>>,
  store: StoreInterface = memoryStore(),
) {
  const events: SessionEvent[] = [];
  const options = { store, onEvent: (event: SessionEvent) => events.push(event) };
  const apps = [1, 2].map(() => sessionApp(factories, session(options), routes));
  const [first, second] = apps;
  if (first === undefined || second === undefined) throw new Error('there are two');
  return { first, second, events };
}

/** Holds handlers until all of them have loaded their session. */
function gate(count: number) {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  let waiting = 0;
  return () => {
    waiting += 1;
    if (waiting === count) open();
    return opened;
  };
}

describe('concurrent requests of one session', () => {
  it('lose no update, in one process', async () => {
    const { first, events } = twoProcesses({});
    const client = visitor(first);
    await client.get('/add');
    await Promise.all(Array.from({ length: 100 }, () => visitor(first, client.cookie).get('/add')));
    expect([await client.read('/count'), events]).toEqual(['101', []]);
  });

  it('wait for each other in one process, instead of retrying against the store', async () => {
    let writes = 0;
    const store = spying(memoryStore(), (method) => {
      if (method === 'compareAndSet') writes += 1;
    });
    const arrive = gate(20);
    const { first } = twoProcesses(
      {
        '/meet': async (current) => {
          await arrive();
          current.update(COUNT, (count) => (count ?? 0) + 1);
        },
      },
      store,
    );
    const client = visitor(first);
    await client.get('/add');
    writes = 0;
    await Promise.all(Array.from({ length: 20 }, () => visitor(first, client.cookie).get('/meet')));
    expect([await client.read('/count'), writes]).toEqual(['21', 20]);
  });

  it('lose no update to a concurrent login', async () => {
    const arrive = gate(2);
    const { first, second } = twoProcesses({
      '/slow-login': async (current) => {
        await arrive();
        current.regenerate();
        current.set(USER, 'Ana');
      },
    });
    const client = visitor(first);
    await client.get('/add');
    const old = client.cookie;
    const login = client.get('/slow-login');
    await visitor(second, old).get('/add');
    void arrive();
    await login;
    expect([await client.read('/user'), await client.read('/count')]).toEqual(['Ana', '2']);
  });

  it('lose no update, in two processes', async () => {
    const arrive = gate(10);
    const { first, second } = twoProcesses({
      '/meet': async (current) => {
        await arrive();
        current.update(COUNT, (count) => (count ?? 0) + 1);
      },
    });
    const client = visitor(first);
    await client.get('/add');
    const both = Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? first : second));
    await Promise.all(both.map((app) => visitor(app, client.cookie).get('/meet')));
    expect(await client.read('/count')).toBe('11');
  });

  it('keep both keys that two requests set', async () => {
    const arrive = gate(2);
    const { first, second } = twoProcesses({
      '/a': async (current) => {
        await arrive();
        current.set('a', 1);
      },
      '/b': async (current) => {
        await arrive();
        current.set('b', 2);
      },
      '/ab': (current) => [current.get('a'), current.get('b')].join(),
    });
    const client = visitor(first);
    await client.get('/add');
    await Promise.all([
      visitor(first, client.cookie).get('/a'),
      visitor(second, client.cookie).get('/b'),
    ]);
    expect(await client.read('/ab')).toBe('1,2');
  });

  it('do not restore a session that a logout has ended', async () => {
    const arrive = gate(2);
    const { first, second, events } = twoProcesses({
      '/slow': async (current) => {
        await arrive();
        await Promise.resolve();
        current.set(USER, 'back');
      },
    });
    const client = visitor(first);
    await client.get('/login');
    const slow = visitor(second, client.cookie).get('/slow');
    await visitor(first, client.cookie).get('/logout');
    void arrive();
    const response = await slow;
    expect(response.hasHeader('Set-Cookie')).toBe(false);
    expect(await visitor(first, client.cookie).read('/user')).toBe('nobody');
    expect(events.map(({ type, request }) => [type, request.getUri().getPath()])).toEqual([
      ['session-dropped', '/slow'],
    ]);
  });

  it('are ended by a logout, even if one of them has changed the session in the meantime', async () => {
    const arrive = gate(2);
    const { first, second } = twoProcesses({
      '/slow-logout': async (current) => {
        await arrive();
        current.destroy();
      },
    });
    const client = visitor(first);
    await client.get('/login');
    const { cookie } = client;
    const logout = client.get('/slow-logout');
    await visitor(second, cookie).get('/add');
    void arrive();
    await logout;
    expect([client.cookie, await visitor(first, cookie).read('/user')]).toEqual(['', 'nobody']);
  });

  it('each have a session after two logins, and the old id is deleted', async () => {
    const arrive = gate(2);
    const login = (user: string) => async (current: SessionInterface) => {
      await arrive();
      current.regenerate();
      current.set(USER, user);
    };
    const { first, second } = twoProcesses({ '/ana': login('Ana'), '/ben': login('Ben') });
    const old = visitor(first);
    await old.get('/add');
    const [ana, ben] = [visitor(first, old.cookie), visitor(second, old.cookie)];
    await Promise.all([ana.get('/ana'), ben.get('/ben')]);
    expect([await ana.read('/user'), await ben.read('/user')]).toEqual(['Ana', 'Ben']);
    expect(await visitor(first, old.cookie).read('/count')).toBe('0');
    // One of them found the old session, and carried its values over; the other one did not.
    const counts = [await ana.read('/count'), await ben.read('/count')];
    expect(counts.sort()).toEqual(['0', '1']);
  });

  it('log in without the values of a session that a logout has ended', async () => {
    const arrive = gate(2);
    const { first, second } = twoProcesses({
      '/slow-login': async (current) => {
        current.set('role', 'guest');
        await arrive();
        current.regenerate();
        current.set(USER, 'Ana');
      },
      '/role': (current) => current.get('role'),
    });
    const client = visitor(first);
    await client.get('/add');
    const login = visitor(second, client.cookie);
    const pending = login.get('/slow-login');
    await visitor(first, client.cookie).get('/logout');
    void arrive();
    await pending;
    expect([
      await login.read('/user'),
      await login.read('/count'),
      await login.read('/role'),
    ]).toEqual(['Ana', '0', 'undefined']);
  });

  it('are logged out if the process ends between the two steps of a login', async () => {
    const store = memoryStore();
    const { first } = twoProcesses({}, store);
    const client = visitor(first);
    await client.get('/add');
    const compareAndSet = store.compareAndSet.bind(store);
    store.compareAndSet = () => Promise.reject(new Error('the process ended here'));
    await expect(visitor(first, client.cookie).get('/login')).rejects.toThrow(
      'the process ended here',
    );
    store.compareAndSet = compareAndSet;
    expect([await client.read('/count'), await client.read('/user')]).toEqual(['0', 'nobody']);
  });

  it('never keep a CSRF secret across a login', async () => {
    const { first } = twoProcesses({
      '/secret': (current) => {
        current.set(CSRF_SECRET, 'old');
      },
      '/show': (current) => current.get(CSRF_SECRET),
    });
    const client = visitor(first);
    await client.get('/secret');
    expect(await client.read('/show')).toBe('old');
    await client.get('/login');
    expect(await client.read('/show')).toBe('undefined');
  });

  it('reject with whatever the source of random bytes throws', async () => {
    const random = (): never => {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- the subject
      throw null;
    };
    const app = sessionApp(factories, session({ store: memoryStore(), random }));
    await expect(visitor(app).get('/add')).rejects.toBeNull();
  });

  it('reject with 503 if the session changes before each of 50 attempts', async () => {
    const store = memoryStore();
    const { first } = twoProcesses({}, store);
    const client = visitor(first);
    await client.get('/add');
    let tries = 0;
    store.compareAndSet = () => {
      tries += 1;
      return Promise.resolve(null);
    };
    await expect(client.get('/add')).rejects.toMatchObject({
      code: 'SESSION_CONFLICT',
      status: 503,
      message: 'the session could not be stored: other requests changed it during all 50 attempts',
    });
    expect(tries).toBe(50);
  });
});
