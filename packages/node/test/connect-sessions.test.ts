import { describe, expect, it } from '@jest/globals';
import type { MiddlewareInterface } from '@mortise/http-message';
// @ts-expect-error it has no types of its own
import session from 'express-session';
// @ts-expect-error it has no types of its own
import passport from 'passport';
// @ts-expect-error it has no types of its own
import passportLocal from 'passport-local';
import { type ConnectHandler, connectRequest } from '../src/index.js';
import { chunks } from './connect-serving.js';
import { type Got } from './asking.js';
import { answer, streamed } from './serving.js';
import { connect, type Makes, outermost, protocols, stackOver } from './connect-stack.js';

describe.each(protocols)('below fromConnect over %s', (_protocol, http2) => {
  const stack = stackOver(http2);

  it('express-session keeps what the application stores in the session', async () => {
    interface WithSession {
      session: { views?: number; destroy(done: () => void): void };
    }
    const sessions = connect(
      (session as Makes)({ secret: 'x', resave: false, saveUninitialized: false }),
    );
    const { ask, errors } = await stack([outermost, sessions], async (request) => {
      const req = connectRequest<WithSession>(request);
      const path = request.getUri().getPath();
      if (path === '/end') {
        await new Promise<void>((resolve) => {
          req.session.destroy(resolve);
        });
        return answer('ended');
      }
      if (path === '/untouched') return answer('none');
      req.session.views = (req.session.views ?? 0) + 1;
      const views = String(req.session.views);
      return path === '/streamed' ? streamed(chunks('view ', views)) : answer(`view ${views}`);
    });
    const first = await ask('/');
    const [setCookie] = first.headers['set-cookie'] as string[];
    const headers = { cookie: (setCookie ?? '').split(';')[0] ?? '' };
    const bodies: unknown[] = [];
    for (const path of ['/', '/streamed', '/end', '/']) {
      const { body, headers: got } = await ask(path, { headers });
      bodies.push([String(body), got['set-cookie'] !== undefined]);
      expect(got['x-outermost']).toBe('there');
    }
    expect([String(first.body), ...bodies]).toEqual([
      'view 1',
      ['view 2', false],
      ['view 3', false],
      ['ended', false],
      ['view 1', true],
    ]);
    expect((await ask('/untouched')).headers['set-cookie']).toBeUndefined();
    expect(errors).toEqual([]);
  });

  it('express-session saves even if the application fails', async () => {
    const options = { secret: 'x', resave: false, saveUninitialized: false };
    const { ask } = await stack([connect((session as Makes)(options))], (request) => {
      const req = connectRequest<{ session: { tries?: number } }>(request);
      if (request.getUri().getPath() === '/tries') return answer(String(req.session.tries));
      req.session.tries = (req.session.tries ?? 0) + 1;
      if (req.session.tries > 1) throw new Error('failed');
      return answer('first');
    });
    const [setCookie] = (await ask('/')).headers['set-cookie'] as string[];
    const headers = { cookie: (setCookie ?? '').split(';')[0] ?? '' };
    expect((await ask('/', { headers })).status).toBe(500);
    await waitForBody(() => ask('/tries', { headers }), '2');
  });

  it('passport logs in, recognizes the user and logs out', async () => {
    interface User {
      readonly name: string;
    }
    interface WithPassport {
      body?: unknown;
      user?: User;
      isAuthenticated(): boolean;
      logout(done: (error?: unknown) => void): void;
    }
    interface Passport {
      use(strategy: unknown): void;
      serializeUser(write: (user: User, done: (error: unknown, id: string) => void) => void): void;
      deserializeUser(read: (id: string, done: (error: unknown, user: User) => void) => void): void;
      initialize(): ConnectHandler;
      session(): ConnectHandler;
      authenticate(strategy: string): ConnectHandler;
    }
    const { Passport: PassportClass } = passport as { Passport: new () => Passport };
    const { Strategy } = passportLocal as { Strategy: new (verify: unknown) => unknown };
    const guard = new PassportClass();
    guard.use(
      new Strategy((name: string, password: string, done: (...all: unknown[]) => void) => {
        done(null, password === 'secret' ? { name } : false);
      }),
    );
    guard.serializeUser(({ name }, done) => {
      done(null, name);
    });
    guard.deserializeUser((name, done) => {
      done(null, { name });
    });
    /** Hands the parsed body, which the framework knows, to the handlers inside. */
    const bodies: MiddlewareInterface = {
      async process(request, inner) {
        const text = await request.getBody().text();
        connectRequest<WithPassport>(request).body = Object.fromEntries(new URLSearchParams(text));
        return inner.handle(request);
      },
    };
    const layers = [
      connect((session as Makes)({ secret: 'x', resave: false, saveUninitialized: false })),
      connect(guard.initialize()),
      connect(guard.session()),
      bodies,
      connect(guard.authenticate('local'), { path: '/login' }),
    ];
    const { ask, errors } = await stack(layers, async (request) => {
      const req = connectRequest<WithPassport>(request);
      if (request.getUri().getPath() === '/logout') {
        await new Promise((resolve) => {
          req.logout(resolve);
        });
      }
      return answer(`${req.isAuthenticated()} ${req.user?.name ?? 'nobody'}`);
    });
    const login = (password: string): Promise<Got> =>
      ask('/login', { method: 'POST', body: `username=ada&password=${password}` });
    const refused = await login('guess');
    expect([refused.status, String(refused.body)]).toEqual([401, 'Unauthorized']);
    const accepted = await login('secret');
    expect(String(accepted.body)).toBe('true ada');
    const [setCookie] = accepted.headers['set-cookie'] as string[];
    const headers = { cookie: (setCookie ?? '').split(';')[0] ?? '' };
    const seen: string[] = [];
    for (const path of ['/', '/logout', '/'])
      seen.push(String((await ask(path, { headers })).body));
    expect(seen).toEqual(['true ada', 'false nobody', 'false nobody']);
    expect(errors).toEqual([]);
  });
});

async function waitForBody(ask: () => Promise<Got>, body: string): Promise<void> {
  let got = '';
  for (let tries = 0; tries < 200 && got !== body; tries++) got = String((await ask()).body);
  expect(got).toBe(body);
}
