import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { createApp as createVariantA, singlePass } from '@mortise/compat-variant-a';
import { toFetchHandler } from '@mortise/fetch';
import type { LogContext } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { createApp, serve, text } from 'mortise';
import { overSocket } from 'mortise/testing';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import { accessLog, requestId, requestIdOf } from '../src/index.js';

type Line = readonly [message: string, context: LogContext | undefined];

function bookshop(lines: Line[]) {
  const info = (message: string, context?: LogContext) => void lines.push([message, context]);
  const app = createApp({
    logger: { info, error: info },
    logContext: (request) => ({ requestId: requestIdOf(request) }),
  });
  app.get('/books/{id}', (_request, response, { id }) => text(response, id));
  app.get('/fail', () => {
    throw new Error('out of paper');
  });
  app.get('/drip', (_request, response) =>
    response.withBody(app.factories.createStreamFromResource(drip())),
  );
  app.addErrorMiddleware();
  app.add(accessLog({ info, error: info }));
  app.add(requestId({ create: () => 'id-7' }));
  return app;
}

async function* drip(): AsyncGenerator<Uint8Array> {
  for (;;) {
    yield new Uint8Array(1024);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('requestId and accessLog around an application, over a socket', () => {
  it.each<[string, number, number | null, string | undefined]>([
    ['/books/emma', 200, 4, '/books/{id}'],
    ['/none', 404, null, undefined],
    ['/fail', 500, null, '/fail'],
  ])('logs %s as sent: %d', async (path, status, bytes, route) => {
    const lines: Line[] = [];
    const client = overSocket(bookshop(lines));
    try {
      const response = await client.get(path);
      expect(response.getHeader('X-Request-Id')).toEqual(['id-7']);
      await waitFor(() => lines.some(([message]) => message === `GET ${path} ${status}`));
    } finally {
      await client.close();
    }
    const [, context] = lines.find(([message]) => message.startsWith('GET ')) ?? [];
    expect(context).toMatchObject({ method: 'GET', path, status, requestId: 'id-7' });
    expect(context?.['route']).toBe(route);
    if (bytes !== null) expect(context?.['bytes']).toBe(bytes);
  });

  it('also has the id on the line of an error', async () => {
    const lines: Line[] = [];
    const client = overSocket(bookshop(lines));
    try {
      await client.get('/fail');
      await waitFor(() => lines.length === 2);
    } finally {
      await client.close();
    }
    expect(lines.map(([, context]) => context?.['requestId'])).toEqual(['id-7', 'id-7']);
  });

  it('logs a response as aborted if the client disconnects, with the bytes sent', async () => {
    const lines: Line[] = [];
    const server = await serve(bookshop(lines), { port: 0, onError: () => undefined });
    try {
      const socket = connect(server.port, '127.0.0.1');
      socket.write('GET /drip HTTP/1.1\r\nHost: a\r\n\r\n');
      socket.once('data', () => socket.destroy());
      await waitFor(() => lines.length > 0);
    } finally {
      await server.close();
    }
    const [message, context] = lines[0] ?? [];
    expect(message).toBe('GET /drip aborted');
    expect(context).toMatchObject({ status: null, aborted: true });
    expect(Number(context?.['bytes'])).toBeGreaterThan(0);
  });

  it('logs the status of a body that turns out to be malformed, as sent, and so does the response', async () => {
    const lines: Line[] = [];
    const app = createApp({ logger: { error: () => undefined, info: () => undefined } });
    app.post('/', async (request, response) => text(response, await request.getBody().text()), {
      body: false,
    });
    app.add(
      accessLog({
        info: (message, context) => void lines.push([message, context]),
        error: () => undefined,
      }),
    );
    app.add(requestId({ create: () => 'id-7' }));
    const server = await serve(app, { port: 0 });
    let heard = '';
    try {
      const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
      socket.on('data', (bytes: Buffer) => (heard += bytes.toString('latin1')));
      socket.write(
        'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nZZ\r\n',
      );
      await waitFor(() => socket.readableEnded);
      socket.destroy();
      await waitFor(() => lines.length > 0);
    } finally {
      await server.close();
    }
    expect(heard).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[^]*X-Request-Id: id-7\r\n/);
    const [message, context] = lines[0] ?? [];
    expect(message).toBe('POST / 400');
    expect(context).toMatchObject({ status: 400, requestId: 'id-7' });
    expect(context?.['aborted']).not.toBe(true);
  });

  it('responds even if the logger throws, and reports the error to the adapter', async () => {
    const errors: unknown[] = [];
    const app = createApp();
    app.get('/', (_request, response) => text(response, 'fine'));
    const info = (): never => {
      throw new Error('disk full');
    };
    app.add(accessLog({ info, error: info }));
    const client = overSocket(app, { onError: (error) => void errors.push(error) });
    try {
      expect((await client.get('/')).getStatusCode()).toBe(200);
      await waitFor(() => errors.length === 1);
    } finally {
      await client.close();
    }
    expect(errors).toMatchObject([{ errors: [{ message: 'disk full' }] }]);
  });
});

describe('requestId and accessLog elsewhere', () => {
  it('run in variant A', async () => {
    const lines: string[] = [];
    const info = (message: string) => void lines.push(message);
    const app = createVariantA({ factories });
    app.get('/', (_request, response) => response);
    app.add(singlePass(accessLog({ info, error: info })));
    app.add(singlePass(requestId()));
    const request = factories.createServerRequest('GET', '/');
    const response = await app.handle(request);
    await request.getLifetime().end({ status: response.getStatusCode() });
    expect(lines).toEqual(['GET / 200']);
    expect(response.hasHeader('X-Request-Id')).toBe(true);
  });

  it('run in a fetch handler', async () => {
    const lines: Line[] = [];
    const handler = toFetchHandler(bookshop(lines), { factories });
    const response = await handler(new Request('http://a.example/books/7?x=1'));
    expect(await response.text()).toBe('7');
    await waitFor(() => lines.length === 1);
    expect(lines[0]?.[0]).toBe('GET /books/7 200');
    expect(response.headers.get('X-Request-Id')).toBe('id-7');
  });
});
