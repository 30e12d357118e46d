import { afterEach, describe, expect, it } from '@jest/globals';
import type {
  AttributeKey,
  HttpFactoriesInterface,
  MiddlewareInterface,
  ResponseInterface,
} from '@mortise/http-message';
import { withSignedCookie } from '@mortise/cookies';
import { memoryStore } from '@mortise/store';
import { createApp, html, json, type MiddlewareFunction, requestPath, withCookie } from 'mortise';
import { implementations } from '../../../tooling/testing/implementations.js';
import { type Opened, transports } from '../../../tooling/testing/transports.js';
import { cookieSession, session, sessionOf } from '../src/index.js';

const NAME: AttributeKey<string> = 'name';
const keys = ['k'.repeat(32)];
const open: Opened[] = [];

afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

/** A layer that returns its first response for all requests. */
function keeping(
  before: (response: ResponseInterface) => ResponseInterface = same,
  after = same,
): MiddlewareFunction {
  let kept: ResponseInterface | null = null;
  return async (request, handler) => {
    if (kept !== null) return after(kept);
    kept = before(await handler.handle(request));
    return kept;
  };
}
const marked = (response: ResponseInterface) => response.withHeader('X-Cache', 'HIT');
/** A layer that adds a header to each response. */
const outer: MiddlewareFunction = async (request, handler) =>
  (await handler.handle(request)).withHeader('X-Outer', '1');
const same = (response: ResponseInterface) => response;

const cases = implementations.flatMap(([implementation, factories]) =>
  transports.map(([transport, openOf]) => ({ implementation, factories, transport, openOf })),
);

describe.each(cases)('with $implementation over $transport', ({ factories, openOf }) => {
  interface Reported {
    readonly codes: string[];
    readonly server: Opened;
  }
  /** @param layers innermost first */
  async function served(
    layers: readonly (MiddlewareFunction | MiddlewareInterface)[],
    routes: (app: ReturnType<typeof createApp>) => void,
  ): Promise<Reported> {
    const codes: string[] = [];
    const app = createApp({
      factories,
      logger: { error: () => undefined, info: () => undefined },
      errors: { onError: (error) => codes.push(String(Object(error).code)) },
    });
    routes(app);
    for (const layer of layers) app.add(layer);
    const server = await openOf(app);
    open.push(server);
    return { codes, server };
  }
  const login = (app: ReturnType<typeof createApp>) =>
    app.get('/', (request, response) => {
      sessionOf(request).set(NAME, 'ada');
      return json(response, { hello: 'ada' });
    });

  const sessions: Readonly<Record<string, () => MiddlewareInterface>> = {
    session: () => session({ store: memoryStore(), cookie: { secure: false } }),
    cookieSession: () => cookieSession({ keys, cookie: { secure: false } }),
  };
  const ways: Readonly<Record<string, () => MiddlewareFunction>> = {
    unchanged: () => keeping(),
    'with a header added before': () => keeping(marked, same),
    'with a header added after': () => keeping(same, marked),
  };

  describe.each(Object.keys(sessions))('%s', (kind) => {
    it.each(Object.keys(ways))(
      'refuses a response with its cookie that a layer outside kept %s',
      async (way) => {
        const { server, codes } = await served(
          [sessions[kind]?.() as MiddlewareInterface, ways[way]?.() as MiddlewareFunction, outer],
          login,
        );
        const ada = await server.send('/');
        const eve = await server.send('/');
        expect([ada.status, ada.cookies.length]).toEqual([200, 1]);
        expect([eve.status, eve.cookies, codes]).toEqual([500, [], ['RESPONSE_KEPT']]);
        expect(eve.body).not.toContain('hello');
      },
    );
  });

  it.each<[string, () => MiddlewareFunction]>([
    ...Object.entries(ways),
    [
      'with another reason phrase',
      () => keeping(same, (response) => response.withStatus(200, 'Kept')),
    ],
    ['without a header', () => keeping(same, (response) => response.withoutHeader('X-Outer'))],
  ])(
    'session refuses a response for which another session was read, kept %s, and allows it for the same one',
    async (_, way) => {
      const kept = way();
      const { server, codes } = await served(
        [
          session({ store: memoryStore(), cookie: { secure: false } }),
          outer,
          (request, handler) =>
            requestPath(request) === '/' ? handler.handle(request) : kept(request, handler),
        ],
        (app) => {
          login(app);
          app.get('/page', (request, response) => json(response, sessionOf(request).get(NAME)));
        },
      );
      const cookieOf = async () => (await server.send('/')).cookies[0]?.split(';')[0] ?? '';
      const ada = { headers: { cookie: await cookieOf() } };
      const eve = { headers: { cookie: await cookieOf() } };
      const statuses: number[] = [];
      for (const visitor of [ada, ada, eve, {}, ada])
        statuses.push((await server.send('/page', visitor)).status);
      expect([statuses, codes]).toEqual([
        [200, 200, 500, 500, 200],
        ['RESPONSE_KEPT', 'RESPONSE_KEPT'],
      ]);
    },
  );

  it.each<[string, (factories: HttpFactoriesInterface) => Promise<ResponseInterface>]>([
    ['withCookie', (of) => Promise.resolve(withCookie(html(of.createResponse(), 'x'), 'a', '1'))],
    ['withSignedCookie', (of) => withSignedCookie(html(of.createResponse(), 'x'), keys, 'a', '1')],
  ])('a handler cannot return a response from %s for two requests', async (_, create) => {
    const kept = await create(factories);
    const { server, codes } = await served([outer], (app) => app.get('/', () => kept));
    expect((await server.send('/')).status).toBe(200);
    const second = await server.send('/');
    expect([second.status, second.cookies, codes]).toEqual([500, [], ['RESPONSE_KEPT']]);
  });

  it('a response with Set-Cookie that is sent unchanged cannot be sent again', async () => {
    const kept = factories.createResponse().withHeader('Set-Cookie', 'a=1');
    const { server, codes } = await served([], (app) => app.get('/', () => kept));
    expect((await server.send('/')).status).toBe(200);
    expect((await server.send('/')).status).toBe(500);
    expect(codes).toEqual(['RESPONSE_KEPT']);
  });

  it('a constant without Set-Cookie is sent each time, with the cookies and the session of each request', async () => {
    const page = html(factories.createResponse(), 'page');
    const { server, codes } = await served(
      [session({ store: memoryStore(), cookie: { secure: false } }), outer],
      (app) => {
        app.get('/login', (request) => {
          sessionOf(request).set(NAME, 'ada');
          return page;
        });
        app.get('/read', (request) => (sessionOf(request).get(NAME) === '' ? page : page));
        app.get('/theme', () => withCookie(page, 'theme', 'dark'));
        app.get('/logout', (request) => {
          sessionOf(request).destroy();
          return page;
        });
        app.redirect('/old', '/new');
      },
    );
    const statuses: number[] = [];
    for (let round = 0; round < 2; round++) {
      const { cookies } = await server.send('/login');
      const headers = { cookie: cookies[0]?.split(';')[0] ?? '' };
      for (const path of ['/read', '/theme', '/logout', '/missing'])
        statuses.push((await server.send(path, { headers })).status);
      const both = [server.send('/login'), server.send('/login')];
      for (const { status } of await Promise.all(both)) statuses.push(status);
    }
    expect(codes).toEqual([]);
    expect(statuses).toEqual([200, 200, 200, 404, 200, 200, 200, 200, 200, 404, 200, 200]);
  });

  it('session refuses to send its cookie to a second request that waits for the same response', async () => {
    let release: () => void = () => undefined;
    const both = new Promise<void>((resolve) => {
      release = resolve;
    });
    const shared: Promise<ResponseInterface>[] = [];
    const { server, codes } = await served(
      [
        session({ store: memoryStore(), cookie: { secure: false } }),
        (request, handler) => {
          if (shared.length > 0) release();
          else shared.push(Promise.resolve(handler.handle(request)));
          return shared[0] as Promise<ResponseInterface>;
        },
      ],
      (app) => {
        app.get('/', async (request, response) => {
          await both;
          sessionOf(request).set(NAME, 'ada');
          return json(response, { hello: 'ada' });
        });
      },
    );
    const responses = await Promise.all([server.send('/'), server.send('/')]);
    const sent = responses.map(({ status, cookies }) => [status, cookies.length]);
    expect(sent.toSorted()).toEqual([
      [200, 1],
      [500, 0],
    ]);
    expect(codes).toEqual(['RESPONSE_KEPT']);
  });

  it('a constant is sent to visitors who log out at the same time', async () => {
    const page = html(factories.createResponse(), 'page');
    let release: () => void = () => undefined;
    const both = new Promise<void>((resolve) => {
      release = resolve;
    });
    let waiting = 0;
    const { server, codes } = await served(
      [
        session({ store: memoryStore(), cookie: { secure: false } }),
        async (request, handler) => {
          const response = await handler.handle(request);
          if (requestPath(request) === '/logout') {
            if (++waiting === 2) release();
            await both;
          }
          return response;
        },
      ],
      (app) => {
        login(app);
        app.get('/logout', (request) => {
          sessionOf(request).destroy();
          return page;
        });
      },
    );
    const logout = async () => {
      const { cookies } = await server.send('/');
      return server.send('/logout', { headers: { cookie: cookies[0]?.split(';')[0] ?? '' } });
    };
    const responses = await Promise.all([logout(), logout()]);
    expect([responses.map(({ status }) => status), codes]).toEqual([[200, 200], []]);
  });
});
