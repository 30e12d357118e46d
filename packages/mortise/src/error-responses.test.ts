import { afterEach, describe, expect, it } from '@jest/globals';
import { createApp as createOlderApp } from '@mortise/compat-variant-a';
import createError from 'http-errors';
import { fileURLToPath } from 'node:url';
// @ts-expect-error it has no types of its own
import serveStaticUntyped from 'serve-static';
import {
  type ConnectHandler,
  createApp,
  errorFacts,
  factories,
  httpError,
  type ResponseInterface,
  text,
  fromConnect,
  objectFirst,
} from './index.js';
import { overSocket, type TestClient } from './testing/index.js';

const serveStatic = serveStaticUntyped as (folder: string, options: object) => ConnectHandler;

let client: TestClient | null = null;
afterEach(() => client?.close());

const PROBLEM = { Accept: 'application/problem+json' };

describe('an error over a socket', () => {
  it('of http-errors decides the status, and shows its text below 500 alone', async () => {
    expect(await problemOf(createError(404, 'There is no such user.'))).toEqual({
      title: 'Not Found',
      status: 404,
      detail: 'There is no such user.',
    });
    const hidden = await thrown(createError(503, 'db-3.internal is down'));
    expect(hidden.getStatusCode()).toBe(503);
    expect(await hidden.getBody().text()).not.toContain('db-3');
  });

  it('with a statusCode alone decides the status, and shows the phrase alone', async () => {
    const error = Object.assign(new Error('/srv/private/file'), { statusCode: 416 });
    expect(await problemOf(error)).toEqual({ title: 'Range Not Satisfiable', status: 416 });
  });

  it('of a status below 200 has the headers of all layers, and is logged', async () => {
    const logged: string[] = [];
    const app = createApp({
      logger: { error: (text) => logged.push(text), info: () => undefined },
    });
    app.get('/', (_request, response) => response.withStatus(103));
    app.add(async (request, handler) => (await handler.handle(request)).withHeader('X-A', 'b'));
    client = overSocket(app);
    const response = await client.get('/', { headers: PROBLEM });
    expect([response.getStatusCode(), response.getHeaderLine('X-A')]).toEqual([500, 'b']);
    expect(logged).toEqual([expect.stringContaining('route GET / returned an invalid response')]);
  });

  it('of an upstream server passes on neither its cookies nor its framing', async () => {
    const headers = {
      'set-cookie': ['session=upstream'],
      'content-length': '3',
      'transfer-encoding': 'chunked',
      connection: 'upgrade',
      'content-encoding': 'gzip',
      'retry-after': 7,
    };
    const error = Object.assign(new Error('x'), { status: 503, headers });
    const response = await thrown(error);
    const names = Object.keys(response.getHeaders()).map((name) => name.toLowerCase());
    expect(names).not.toEqual(expect.arrayContaining(['set-cookie']));
    expect(names).not.toEqual(expect.arrayContaining(['content-encoding']));
    expect(names).not.toEqual(expect.arrayContaining(['transfer-encoding']));
    expect(response.getHeaderLine('Retry-After')).toBe('7');
    expect(response.getHeaderLine('Connection')).not.toBe('upgrade');
    expect(response.getHeaderLine('Content-Length')).not.toBe('3');
  });

  it('that replaces a response has none of its headers', async () => {
    const app = createApp({ logger: { error: () => undefined, info: () => undefined } });
    app.get('/', (_request, response) => response.withHeader('Cache-Control', 'public'));
    app.add(async (request, handler) => {
      await handler.handle(request);
      throw httpError(416, '', { headers: { 'Content-Range': 'bytes */9' } });
    });
    client = overSocket(app);
    const response = await client.get('/');
    expect(response.getHeaderLine('Content-Range')).toBe('bytes */9');
    expect(response.hasHeader('Cache-Control')).toBe(false);
  });

  it('is handled by a custom default handler, and keeps the headers of the error', async () => {
    const app = createApp();
    app.post('/', (_request, response) => response);
    app.add(() => {
      throw httpError(401, '', { headers: { 'WWW-Authenticate': 'Basic', 'Retry-After': '7' } });
    });
    app
      .addErrorMiddleware(false, false, false)
      .setDefaultErrorHandler((_request, error) =>
        text(app.factories.createResponse(errorFacts(error).status), 'ours'),
      );
    client = overSocket(app);
    const response = await client.get('/');
    expect(await response.getBody().text()).toBe('ours');
    expect([
      response.getHeaderLine('WWW-Authenticate'),
      response.getHeaderLine('Retry-After'),
    ]).toEqual(['Basic', '7']);
  });

  it('is a problem for a client that sends JSON without Accept, and text for one that sends none', async () => {
    client = overSocket(createApp());
    const sent = await client.post('/nowhere', { json: {}, headers: { Accept: '*/*' } });
    expect(sent.getHeaderLine('Content-Type')).toBe('application/problem+json');
    const plain = await client.get('/nowhere');
    expect(plain.getHeaderLine('Content-Type')).toBe('text/plain; charset=utf-8');
  });

  it('is reported once, with its request, and not again by the server', async () => {
    const reported: unknown[] = [];
    const byServer: unknown[] = [];
    const app = createApp({
      logger: { error: () => undefined, info: () => undefined },
      errors: {
        onError: (error, { method, target, remoteAddress, status, phase }) =>
          void reported.push([error, method, target, remoteAddress, status, phase]),
      },
    });
    app.get('/boom', () => {
      throw new Error('x');
    });
    client = overSocket(app, { onError: (error) => void byServer.push(error) });
    await client.get('/boom?a=1');
    expect(reported).toEqual([[new Error('x'), 'GET', '/boom?a=1', '127.0.0.1', 500, 'handler']]);
    expect(byServer).toEqual([]);
  });

  it('of serve-static has its range, no caching headers, and the headers of outer layers', async () => {
    const app = createApp({ logger: { error: () => undefined, info: () => undefined } });
    const folder = fileURLToPath(new URL('..', `file://${expect.getState().testPath ?? ''}`));
    const files = serveStatic(folder, { maxAge: '1y', immutable: true, fallthrough: false });
    app.add(fromConnect(files));
    app.add(async (request, handler) =>
      (await handler.handle(request)).withHeader('X-Frame-Options', 'DENY'),
    );
    app.addErrorMiddleware(false, false, false);
    app.add(async (request, handler) =>
      (await handler.handle(request)).withHeader('Content-Security-Policy', "default-src 'none'"),
    );
    client = overSocket(app);
    const headers = { Range: 'bytes=9999999-' };
    const response = await client.get('/package.json', { headers });
    expect(response.getStatusCode()).toBe(416);
    expect(response.getHeaderLine('Content-Range')).toMatch(/^bytes \*\/\d+$/);
    expect(response.getHeaderLine('Content-Security-Policy')).toBe("default-src 'none'");
    expect(
      ['Cache-Control', 'ETag', 'Last-Modified', 'Accept-Ranges'].filter((name) =>
        response.hasHeader(name),
      ),
    ).toEqual([]);
  });

  it('reaches a logger whose first argument is an object, with method and target', async () => {
    const lines: unknown[][] = [];
    const write = (...line: unknown[]): void => void lines.push(line);
    const logger = objectFirst({ error: write, warn: write, info: write, debug: write });
    const app = createApp({ logger });
    const error = new Error('x');
    app.get('/boom', () => {
      throw error;
    });
    client = overSocket(app);
    await client.get('/boom?a=1');
    expect(lines).toEqual([
      [{ err: error, method: 'GET', target: '/boom?\u2026' }, '500 Error: x'],
    ]);
  });

  it('is handled by the handler that was set last for its class', async () => {
    const app = createApp();
    app.get('/', () => {
      throw new RangeError('x');
    });
    const errors = app.addErrorMiddleware(false, false, false);
    for (const said of ['first', 'last']) {
      errors.setErrorHandler(RangeError, () => text(app.factories.createResponse(500), said));
    }
    client = overSocket(app);
    expect(await (await client.get('/')).getBody().text()).toBe('last');
  });

  it('without a route shows no empty file, line or trace in its details', async () => {
    const app = createApp({ logger: { error: () => undefined, info: () => undefined } });
    app.addErrorMiddleware({ details: true });
    client = overSocket(app);
    for (const Accept of ['text/html', 'application/json']) {
      const response = await client.get('/nowhere', { headers: { Accept } });
      const body = await response.getBody().text();
      expect(body).toContain('HttpNotFoundException');
      expect(body).not.toMatch(/File|Line|Trace|"(?:file|line)"/);
    }
  });

  it.each([404, 500])('of httpError shows its detail at status %d', async (status) => {
    expect(await problemOf(httpError(status, 'Shelf 7 is empty.'))).toMatchObject({
      status,
      detail: 'Shelf 7 is empty.',
    });
  });
});

describe('an application of variant A over a socket', () => {
  it.each([
    ['/nowhere', 'GET', 404],
    ['/', 'PUT', 405],
    ['/', 'GET', 500],
  ])('keeps headers that middleware set before next (%s, %s)', async (path, method, status) => {
    const app = createOlderApp({
      factories,
      logger: { error: () => undefined, info: () => undefined },
    });
    app.get('/', () => {
      throw new Error('x');
    });
    app.add((request, response, next) =>
      next(
        request,
        response.withHeader('X-Frame-Options', 'DENY').withHeader('Cache-Control', 'public'),
      ),
    );
    client = overSocket(app);
    const response = await client.request(method, path);
    expect([
      response.getStatusCode(),
      response.getHeaderLine('X-Frame-Options'),
      response.hasHeader('Cache-Control'),
    ]).toEqual([status, 'DENY', false]);
  });
});

async function problemOf(error: unknown): Promise<unknown> {
  const response = await thrown(error);
  return JSON.parse(await response.getBody().text());
}

async function thrown(error: unknown): Promise<ResponseInterface> {
  await client?.close();
  const app = createApp({ logger: { error: () => undefined, info: () => undefined } });
  app.get('/', () => {
    throw error;
  });
  client = overSocket(app);
  return client.get('/', { headers: PROBLEM });
}
