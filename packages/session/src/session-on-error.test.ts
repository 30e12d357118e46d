import { describe, expect, it, jest } from '@jest/globals';
import { createApp as createVariantA } from '@mortise/compat-variant-a';
import type { ServerRequestInterface } from '@mortise/http-message';
import { memoryStore } from '@mortise/store';
import { createApp, text } from 'mortise';
import { HttpForbiddenException } from 'mortise/slim';
import { overSocket } from 'mortise/testing';
import { implementations } from '../../../tooling/testing/implementations.js';
import { COUNT, USER } from '../test/session-app.js';
import { visitor } from '../test/visitor.js';
import {
  cookieSession,
  flashOf,
  session,
  type SessionEvent,
  type SessionInterface,
  sessionOf,
} from './index.js';

type Change = (session: SessionInterface, request: ServerRequestInterface) => void;

const add: Change = (current) => {
  current.update(COUNT, (count = 0) => count + 1);
};
const down = Object.assign(new Error('down'), { code: 'STORE_UNAVAILABLE', status: 503 });

it.each([
  ['session', () => session({ store: memoryStore() })],
  ['cookieSession', () => cookieSession({ keys: ['k'.repeat(32)] })],
])('%s is not named in development as a layer that waits for errors', async (_name, layer) => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const app = createApp({ logger: { error: () => 0, info: () => 0 } });
  app.get('/', () => {
    throw new Error('failed');
  });
  app.add(layer());
  expect((await visitor(app).get('/')).getStatusCode()).toBe(500);
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});

it.each([
  ['session', () => session({ store: memoryStore() })],
  ['cookieSession', () => cookieSession({ keys: ['k'.repeat(32)] })],
])(
  'the error of a handler that read the session stays private in a group under %s',
  async (_name, layer) => {
    const app = createApp({ logger: { error: () => 0, info: () => 0 } });
    app
      .group('', (group) =>
        group.get('/{used}', (request, _response, { used }) => {
          if (used === 'yes') sessionOf(request).get(USER);
          throw new HttpForbiddenException(request);
        }),
      )
      .add(layer());
    const marks = async (path: string) => {
      const response = await visitor(app).get(path);
      return [response.getHeaderLine('Vary'), response.getHeaderLine('Cache-Control')];
    };
    expect([await marks('/yes'), await marks('/no')]).toEqual([
      ['Accept, Cookie', 'private, no-cache'],
      ['Accept', ''],
    ]);
  },
);

describe.each(implementations)('a session whose handler throws, with %s', (_, factories) => {
  /** Routes `/start`, `/show` and `/fail`, each under a session of its own layer; `/fail` changes it, then throws. */
  const routed = (thrown: unknown, change: Change, options = {}) => {
    const store = memoryStore();
    const events: SessionEvent[] = [];
    const layer = session({ store, onEvent: (event) => events.push(event), ...options });
    const app = createApp({ factories, logger: { error: () => 0, info: () => 0 } });
    app
      .group('', (group) => {
        group.get('/start', (request, response) => {
          sessionOf(request).set(USER, 'Ana');
          return text(response, String(sessionOf(request).id));
        });
        group.get('/show', (request, response) => {
          const current = sessionOf(request);
          return text(response, `${current.get(USER) ?? 'nobody'} ${current.get(COUNT) ?? 0}`);
        });
        group.get('/fail', (request) => {
          change(sessionOf(request), request);
          throw thrown;
        });
        group.get('/late', async (request) => {
          await Promise.resolve();
          change(sessionOf(request), request);
          throw thrown;
        });
      })
      .add(layer);
    return { client: visitor(app), store, events };
  };

  it.each([
    ['an error', new Error('x')],
    ['a text', 'x'],
    ['undefined', undefined],
    ['a client error', Object.assign(new Error('no'), { status: 403 })],
    ['a frozen error', Object.freeze(new Error('x'))],
  ])(
    'in a group stores what was changed before %s, thrown at once or later',
    async (_name, thrown) => {
      const { client } = routed(thrown, add);
      await client.get('/start');
      await client.get('/fail');
      await client.get('/late');
      expect(await client.read('/show')).toBe('Ana 2');
    },
  );

  it('passes the thrown value itself on', async () => {
    const thrown: Error = Object.freeze(new Error('x'));
    const request = factories.createServerRequest('GET', 'https://h.test/');
    const layer = session({ store: memoryStore() });
    const fails = {
      handle: (): never => {
        throw thrown;
      },
    };
    let seen: unknown;
    try {
      await layer.process(request, fails);
    } catch (error) {
      seen = error;
    }
    expect(seen).toBe(thrown);
  });

  it('throws in the same turn if there is nothing to store', () => {
    const request = factories.createServerRequest('GET', 'https://h.test/');
    const fails = {
      handle: (): never => {
        throw new Error('at once');
      },
    };
    expect(() => session({ store: memoryStore() }).process(request, fails)).toThrow('at once');
  });

  it('ends at a log-out', async () => {
    const { client } = routed(new Error('x'), (current) => {
      current.destroy();
    });
    await client.get('/start');
    await client.get('/fail');
    expect(await client.read('/show')).toBe('nobody 0');
  });

  it('has a new id after regenerate, which the response to the error in a group carries', async () => {
    const { client } = routed(new Error('x'), (current) => {
      current.regenerate();
    });
    await client.get('/start');
    const before = client.cookie;
    await client.get('/fail');
    expect(client.cookie).not.toBe(before);
    expect(await client.read('/show')).toBe('Ana 0');
  });

  it.each<[string, Change]>([
    [
      'set',
      (current) => {
        current.set(USER, 'Eve');
      },
    ],
    ['update', add],
    [
      'clear',
      (current) => {
        current.clear();
      },
    ],
    [
      'regenerate',
      (current) => {
        current.regenerate();
      },
    ],
    [
      'destroy',
      (current) => {
        current.destroy();
      },
    ],
    [
      'a flash message',
      (current) => {
        current.flash.addMessage('a', 'b');
      },
    ],
  ])('is as it was loaded after %s and discard()', async (_name, change) => {
    const { client } = routed(new Error('x'), (current, request) => {
      change(current, request);
      current.discard();
      expect([current.get(USER), current.get(COUNT), current.flash.getMessages()]).toEqual([
        'Ana',
        undefined,
        {},
      ]);
    });
    await client.get('/start');
    const { cookie } = client;
    await client.get('/fail');
    expect([await client.read('/show'), client.cookie]).toEqual(['Ana 0', cookie]);
  });

  it('stores what is set after discard()', async () => {
    const { client } = routed(new Error('x'), (current) => {
      current.set(USER, 'Eve');
      current.discard();
      add(current, undefined as never);
    });
    await client.get('/start');
    await client.get('/fail');
    expect(await client.read('/show')).toBe('Ana 1');
  });

  it('refuses a later change with SESSION_COMMITTED, and a flash message can still be read', async () => {
    let kept: SessionInterface | undefined;
    const { client } = routed(new Error('x'), (current) => {
      current.flash.addMessageNow('notice', 'Saved');
      kept = current;
    });
    await client.get('/start');
    await client.get('/fail');
    const late = kept as SessionInterface;
    for (const change of [
      () => {
        late.set(USER, 'Eve');
      },
      () => {
        late.regenerate();
      },
      () => {
        late.destroy();
      },
      () => {
        late.discard();
      },
      () => {
        late.flash.addMessage('a', 'b');
      },
    ]) {
      expect(change).toThrow(expect.objectContaining({ code: 'SESSION_COMMITTED' }));
    }
    expect(late.flash.getMessages()).toEqual({ notice: ['Saved'] });
    expect(late.flash.getFirstMessage('notice')).toBe('Saved');
  });

  it.each<[string, unknown, 'refuse' | 'pass', Change, number, string[]]>([
    ['a server error stays', new Error('x'), 'refuse', add, 500, ['store-down']],
    ['a client error becomes 503', { status: 403 }, 'refuse', add, 503, ['store-down']],
    ['a client error stays under pass', { status: 403 }, 'pass', add, 403, ['store-down']],
    [
      'a log-out with a client error becomes 503 under pass',
      { status: 403 },
      'pass',
      (current) => {
        current.destroy();
      },
      503,
      ['store-down'],
    ],
  ])('while it cannot be stored: %s', async (_name, thrown, whenDown, change, status, types) => {
    const error = Object.assign(new Error('thrown'), thrown);
    const { client, store, events } = routed(error, change, { whenDown });
    await client.get('/start');
    store.compareAndSet = () => Promise.reject(down);
    store.delete = () => Promise.reject(down);
    const response = await client.get('/fail');
    expect([response.getStatusCode(), events.map(({ type }) => type)]).toEqual([status, types]);
  });

  it('reports changes that are too large beside a server error, which stays', async () => {
    const large: Change = (current) => {
      current.set(USER, 'x'.repeat(1000));
    };
    const { client, events } = routed(new Error('x'), large, { maxBytes: 500 });
    await client.get('/start');
    expect((await client.get('/fail')).getStatusCode()).toBe(500);
    expect(events).toEqual([
      expect.objectContaining({
        type: 'session-dropped',
        error: expect.objectContaining({ code: 'SESSION_TOO_LARGE' }),
      }),
    ]);
  });

  it('outside the error middleware: the page of an error brings the cookie of a new session', async () => {
    const app = createApp({ factories, logger: { error: () => 0, info: () => 0 } });
    app.get('/fail', (request) => {
      flashOf(request).addMessage('notice', 'Try again.');
      throw new HttpForbiddenException(request);
    });
    app.get('/read', (request, response) =>
      text(response, String(flashOf(request).getFirstMessage('notice', 'none'))),
    );
    app.addErrorMiddleware();
    app.add(session({ store: memoryStore() }));
    const client = visitor(app);
    const response = await client.get('/fail');
    expect([response.getStatusCode(), response.getHeader('Set-Cookie').length]).toEqual([403, 1]);
    expect([await client.read('/read'), await client.read('/read')]).toEqual([
      'Try again.',
      'none',
    ]);
  });

  it('is stored through variant A over a socket', async () => {
    const app = createVariantA({ factories, logger: { error: () => 0, info: () => 0 } });
    const layer = session({ store: memoryStore(), cookie: { secure: false } });
    app
      .get('/fail', (request) => {
        add(sessionOf(request), request);
        throw new Error('x');
      })
      .add(layer);
    app
      .get('/show', (request, response) => {
        const current = sessionOf(request);
        current.set(USER, 'Ana');
        return response.write(String(current.get(COUNT) ?? 0));
      })
      .add(layer);
    const socket = overSocket(app);
    try {
      const client = visitor(app, '', socket);
      await client.get('/show');
      await client.get('/fail');
      expect(await client.read('/show')).toBe('1');
    } finally {
      await socket.close();
    }
  });

  it('is missing without a layer: sessionOf and flashOf say what to add', () => {
    const request = factories.createServerRequest('GET', 'https://h.test/');
    for (const read of [sessionOf, flashOf]) {
      expect(() => read(request)).toThrow(
        expect.objectContaining({
          code: 'SESSION_MISSING',
          message:
            'the request has no session; add session({ store }) or cookieSession({ keys }) outside this handler',
        }),
      );
    }
  });

  it('while the store is down refuses what uses it, and serves style sheets, 404 and flash-free pages', async () => {
    const store = memoryStore();
    const app = createApp({ factories, logger: { error: () => 0, info: () => 0 } });
    app.get('/style.css', (_request, response) => text(response, 'a{}'));
    app.get('/flash', (request, response) =>
      text(response, JSON.stringify(flashOf(request).getMessages())),
    );
    app.get('/user', (request, response) => text(response, String(sessionOf(request).get(USER))));
    app.get('/id', (request, response) => text(response, String(sessionOf(request).id)));
    app.get('/set', (request, response) => {
      sessionOf(request).set(USER, 'Eve');
      return response;
    });
    app.addErrorMiddleware();
    app.add(session({ store }));
    await store.close();
    const client = visitor(app, `__Host-session=${'a'.repeat(32)}`);
    const statuses: [string, number][] = [];
    for (const path of ['/style.css', '/flash', '/none', '/user', '/id', '/set']) {
      statuses.push([path, (await client.get(path)).getStatusCode()]);
    }
    expect(statuses).toEqual([
      ['/style.css', 200],
      ['/flash', 200],
      ['/none', 404],
      ['/user', 503],
      ['/id', 503],
      ['/set', 503],
    ]);
  });
});
