import { afterEach, describe, expect, it } from '@jest/globals';
import type { MiddlewareInterface, RequestHandlerInterface } from '@mortise/http-message';
import { factories } from '@mortise/message';
// @ts-expect-error it has no types of its own
import compression from 'compression';
import { rateLimit } from 'express-rate-limit';
// @ts-expect-error it has no types of its own
import session from 'express-session';
import helmet from 'helmet';
// @ts-expect-error it has no types of its own
import morgan from 'morgan';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
// @ts-expect-error it has no types of its own
import passport from 'passport';
// @ts-expect-error it has no types of its own
import passportLocal from 'passport-local';
// @ts-expect-error it has no types of its own
import serveStatic from 'serve-static';
import {
  type ConnectHandler,
  type ConnectOptions,
  connectRequest,
  fromConnect,
} from '../src/index.js';
import { chunks } from './connect-serving.js';
import { type Asked, asking, type Got } from './asking.js';
import { closeClients } from './http2-client.js';
import { answer, closeServers, type Handle, serving, streamed } from './serving.js';
import { waitFor } from './wait-for.js';

/** A package without types: makes a handler out of its options. */
type Makes = (options?: unknown, more?: unknown) => ConnectHandler;

const folder = mkdtempSync(join(tmpdir(), 'connect-'));

afterEach(async () => {
  closeClients();
  await closeServers();
});

function connect(handler: unknown, options?: ConnectOptions): MiddlewareInterface {
  return fromConnect(handler as ConnectHandler, factories, options);
}

/** A layer that adds a field to whatever comes out of the others. */
const outermost: MiddlewareInterface = {
  process: async (request, inner) =>
    (await inner.handle(request)).withHeader('X-Outermost', 'there'),
};

const notFound: Handle = () => {
  throw Object.assign(new Error('nothing here'), { status: 404 });
};

const protocols = [
  ['HTTP/1.1', false],
  ['HTTP/2', true],
] as const;

describe.each(protocols)('below fromConnect over %s', (_protocol, http2) => {
  /** Layers, outermost first, around an application. */
  async function stack(layers: readonly MiddlewareInterface[], handle: Handle) {
    const handler = layers.reduceRight<RequestHandlerInterface>(
      (inner, layer) => ({ handle: (request) => layer.process(request, inner) }),
      { handle },
    );
    const server = await serving((request) => handler.handle(request), { http2 });
    const ask = (path: string, asked: Asked = {}): Promise<Got> =>
      asking(server.url, path, asked, http2);
    return { ...server, ask };
  }

  it('helmet guards responses, files and errors, and an outer layer can add to them', async () => {
    const files = connect((serveStatic as Makes)(folder), { path: '/assets' });
    writeFileSync(join(folder, 'a.css'), 'body {}');
    const handle: Handle = (request) =>
      request.getUri().getPath() === '/' ? answer('home') : notFound(request);
    const { ask } = await stack([outermost, connect(helmet()), files], handle);
    const got = [await ask('/'), await ask('/assets/a.css')];
    for (const { headers } of [...got, await ask('/none')]) {
      expect(headers['content-security-policy']).toMatch(/^default-src 'self'/);
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
    expect(got.map(({ headers }) => headers['x-outermost'])).toEqual(['there', 'there']);
    expect(got.map(({ body }) => String(body))).toEqual(['home', 'body {}']);
  });

  it('serve-static serves files, ranges, HEAD, conditions and folders', async () => {
    const text = '0123456789'.repeat(100_000);
    writeFileSync(join(folder, 'a.txt'), text);
    const files = connect((serveStatic as Makes)(folder), { path: '/assets' });
    const { ask } = await stack([outermost, files], () => answer('inner'));
    const whole = await ask('/assets/a.txt');
    expect([whole.status, String(whole.body) === text]).toEqual([200, true]);
    expect(whole.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '1000000',
      'accept-ranges': 'bytes',
      'x-outermost': 'there',
    });
    const range = await ask('/assets/a.txt', { headers: { range: 'bytes=10-12' } });
    expect([range.status, range.headers['content-range'], String(range.body)]).toEqual([
      206,
      'bytes 10-12/1000000',
      '012',
    ]);
    const head = await ask('/assets/a.txt', { method: 'HEAD' });
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([
      200,
      '1000000',
      0,
    ]);
    const headers = { 'if-none-match': String(whole.headers['etag']) };
    const same = await ask('/assets/a.txt', { headers });
    expect([same.status, same.body.length]).toEqual([304, 0]);
    const moved = await ask('/assets');
    expect([moved.status, moved.headers['location']]).toEqual([301, '/assets/']);
    expect(String((await ask('/assets/none.txt')).body)).toBe('inner');
    expect(String((await ask('/a.txt')).body)).toBe('inner');
  });

  it('compression rewrites responses of handlers and of the application', async () => {
    const text = 'all the same\n'.repeat(40_000);
    writeFileSync(join(folder, 'c.txt'), text);
    const layers = [
      outermost,
      connect((compression as Makes)()),
      connect((serveStatic as Makes)(folder), { path: '/assets' }),
    ];
    const { ask, errors } = await stack(layers, (request) => {
      const plain = { 'Content-Type': 'text/plain', Vary: 'Cookie', 'Set-Cookie': 'a=1' };
      const parts = [text.slice(0, 1000), text.slice(1000)];
      return request.getUri().getPath() === '/whole'
        ? answer(text, 200, plain)
        : streamed(chunks(...parts), plain);
    });
    for (const path of ['/whole', '/streamed', '/assets/c.txt']) {
      const { headers, body } = await ask(path, { headers: { 'accept-encoding': 'gzip' } });
      expect([headers['content-encoding'], headers['content-length']]).toEqual(['gzip', undefined]);
      expect(headers['vary']).toMatch(/Accept-Encoding$/);
      expect(headers['x-outermost']).toBe('there');
      expect(gunzipSync(body).toString() === text).toBe(true);
      expect(String((await ask(path)).body) === text).toBe(true);
    }
    const head = await ask('/whole', { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } });
    expect([head.status, head.headers['content-encoding'], head.body.length]).toEqual([
      200,
      undefined,
      0,
    ]);
    expect(errors).toEqual([]);
  });

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

  it('express-rate-limit counts requests and refuses those over the limit', async () => {
    const limit = (rateLimit as unknown as Makes)({
      limit: 2,
      standardHeaders: 'draft-7',
      legacyHeaders: false,
      validate: false,
      keyGenerator: (req: IncomingMessage) => String(req.socket.remoteAddress),
      handler: (_req: unknown, res: ServerResponse) => res.writeHead(429).end('slow down'),
    });
    const { ask } = await stack([outermost, connect(limit)], () => answer('inner'));
    const seen: unknown[] = [];
    for (let at = 0; at < 3; at++) {
      const { status, headers, body } = await ask('/');
      expect(headers['ratelimit']).toMatch(`remaining=${Math.max(0, 1 - at)}`);
      seen.push(status, String(body), headers['x-outermost']);
    }
    expect(seen).toEqual([200, 'inner', 'there', 200, 'inner', 'there', 429, 'slow down', 'there']);
  });

  it('morgan logs the status and length of every response, errors included', async () => {
    const lines: string[] = [];
    const stream = { write: (line: string) => void lines.push(line.trim()) };
    const format = ':method :url :status :res[content-length] :remote-addr';
    const layers = [
      connect((morgan as Makes)(format, { stream })),
      connect((serveStatic as Makes)(folder), { path: '/assets' }),
    ];
    writeFileSync(join(folder, 'm.txt'), '12345678');
    const { ask } = await stack(layers, (request) => {
      const path = request.getUri().getPath();
      if (path === '/none') return notFound(request);
      return path === '/streamed' ? streamed(chunks('a', 'b')) : answer('inner', 201);
    });
    for (const path of ['/?a=1', '/streamed', '/assets/m.txt', '/none']) await ask(path);
    await waitFor(() => lines.length === 4);
    expect(lines).toEqual([
      'GET /?a=1 201 5 127.0.0.1',
      'GET /streamed 200 - 127.0.0.1',
      'GET /assets/m.txt 200 8 127.0.0.1',
      'GET /none 404 - 127.0.0.1',
    ]);
  });

  it('all of them work in one stack', async () => {
    const lines: string[] = [];
    const stream = { write: (line: string) => void lines.push(line.trim()) };
    const text = 'all the same\n'.repeat(4_000);
    const layers = [
      outermost,
      connect((morgan as Makes)(':status', { stream })),
      connect(helmet()),
      connect((compression as Makes)()),
      connect((session as Makes)({ secret: 'x', resave: false, saveUninitialized: true })),
      connect((serveStatic as Makes)(folder), { path: '/assets' }),
    ];
    writeFileSync(join(folder, 's.txt'), text);
    const { ask, errors } = await stack(layers, () =>
      answer(text, 200, { 'Content-Type': 'text/plain', 'Set-Cookie': 'own=1' }),
    );
    for (const path of ['/', '/assets/s.txt']) {
      const { headers, body } = await ask(path, { headers: { 'accept-encoding': 'gzip' } });
      expect(gunzipSync(body).toString() === text).toBe(true);
      expect(headers['content-security-policy']).toBeDefined();
      expect(String(headers['set-cookie'])).toMatch(path === '/' ? /own=1.*connect\.sid/ : /sid/);
      expect(headers['x-outermost']).toBe('there');
    }
    await waitFor(() => lines.length === 2);
    expect([lines, errors]).toEqual([['200', '200'], []]);
  });
});

async function waitForBody(ask: () => Promise<Got>, body: string): Promise<void> {
  let got = '';
  for (let tries = 0; tries < 200 && got !== body; tries++) got = String((await ask()).body);
  expect(got).toBe(body);
}

process.once('exit', () => {
  rmSync(folder, { recursive: true, force: true });
});
