import { afterEach, describe, expect, it } from '@jest/globals';
import type { RequestLifetimeInterface, ServerRequestInterface } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createSecureServer, createServer as createHttp2Server } from 'node:http2';
import { type AddressInfo, connect as connectPlain, type Server } from 'node:net';
import { connect } from 'node:tls';
import { ask, client, closeClients } from '../test/http2-client.js';
import { answer } from '../test/serving.js';
import { get, lastGet, readResponses, talk, Wire } from '../test/wire.js';
import { toListener } from './index.js';
import { waitFor, waitForEvent } from '../test/wait-for.js';

const servers: Server[] = [];
afterEach(() => {
  closeClients();
  for (const server of servers.splice(0)) server.close();
});

describe('toListener', () => {
  it('serves the requests of an existing server', async () => {
    const { port } = await listening(toListener({ handle: () => answer('hello') }, { factories }));
    expect(await talk(port, lastGet())).toMatch(/hello$/);
  });

  it.each([
    ['undefined', undefined],
    ['an instance of Request', new Request('http://a/')],
  ])('refuses %s instead of a request of node:http, and says what takes it', (received, given) => {
    const listener = toListener({ handle: () => answer('hello') }, { factories });
    expect(() => {
      listener(given as never, {} as never);
    }).toThrow(
      `invalid toListener.incoming: received ${received}; expected the request and the response of a node:http server; pass the application itself to serve`,
    );
  });

  it('ends event streams when its `closing` aborts, so that the server can close', async () => {
    const closing = new AbortController();
    const body = (lifetime: RequestLifetimeInterface) =>
      factories.createStreamFromResource(
        (async function* () {
          yield Buffer.from('begin ');
          await once(lifetime.closing, 'abort');
          yield Buffer.from(`end: ${(lifetime.closing.reason as { code: string }).code}`);
        })(),
      );
    const handle = (request: ServerRequestInterface) =>
      factories.createResponse().withBody(body(request.getLifetime()));
    const server = createServer(toListener({ handle }, { factories, closing: closing.signal }));
    const { port } = await listen(server);
    const wire = new Wire(port).send(get());
    await waitFor(() => wire.heard.includes('begin'));
    const closed = once(server, 'close');
    closing.abort();
    server.close();
    await waitForEvent('the end of the server', closed);
    const [response] = readResponses(wire.heard, true);
    expect(response?.body.toString()).toBe('begin end: SERVER_CLOSED');
  });

  it('tells a request that arrives after its `closing` has aborted', async () => {
    const handle = (request: ServerRequestInterface) =>
      answer(String(request.getLifetime().closing.aborted));
    const { port } = await listening(
      toListener({ handle }, { factories, closing: AbortSignal.abort() }),
    );
    const [response] = readResponses(await talk(port, get()), true);
    expect([response?.body.toString(), response?.fields.get('connection')]).toEqual([
      'true',
      ['close'],
    ]);
  });

  it('keeps headers that were set outside', async () => {
    const listener = toListener({ handle: () => answer('hello') }, { factories });
    const { port } = await listening((incoming, outgoing) => {
      outgoing.setHeader('X-Powered-By', 'outside');
      listener(incoming, outgoing);
    });
    const [response] = readResponses(await talk(port, lastGet()), true);
    expect(response?.fields.get('x-powered-by')).toEqual(['outside']);
    expect(response?.body.toString()).toBe('hello');
  });

  it('sends every value of a repeated header, in any case of its name, beside them', async () => {
    const response = answer('hello');
    response.getRawHeaders = () => ['Link', '</a>', 'link', '</b>'];
    const listener = toListener({ handle: () => response }, { factories });
    const { port } = await listening((incoming, outgoing) => {
      outgoing.setHeader('X-Powered-By', 'outside');
      listener(incoming, outgoing);
    });
    const [received] = readResponses(await talk(port, lastGet()), true);
    expect(received?.fields.get('link')).toEqual(['</a>', '</b>']);
  });

  it('drops those of them that describe a response if it responds to an error', async () => {
    const error = Object.assign(new Error('no'), {
      status: 416,
      headers: { 'Content-Range': 'bytes */9' },
    });
    const options = { factories, onError: () => undefined };
    const listener = toListener({ handle: () => Promise.reject(error) }, options);
    const { port } = await listening((incoming, outgoing) => {
      outgoing.setHeader('Cache-Control', 'public, immutable').setHeader('ETag', '"1"');
      outgoing.setHeader('Content-Range', 'bytes 0-1/9').setHeader('X-Powered-By', 'outside');
      listener(incoming, outgoing);
    });
    const [response] = readResponses(await talk(port, lastGet()), true);
    expect([response?.status, response?.fields.get('content-range')]).toEqual([416, ['bytes */9']]);
    expect(response?.fields.get('x-powered-by')).toEqual(['outside']);
    expect(['cache-control', 'etag'].filter((name) => response?.fields.has(name))).toEqual([]);
  });

  it('sends every value of a repeated header of an error beside them', async () => {
    const headers = { 'WWW-Authenticate': ['Basic', 'Bearer'] };
    const error = Object.assign(new Error('no'), { status: 401, headers });
    const listener = toListener({ handle: () => Promise.reject(error) }, { factories });
    const { port } = await listening((incoming, outgoing) => {
      outgoing.setHeader('X-Powered-By', 'outside');
      listener(incoming, outgoing);
    });
    const [response] = readResponses(await talk(port, lastGet()), true);
    expect(response?.fields.get('www-authenticate')).toEqual(['Basic', 'Bearer']);
  });

  it('enforces the limits of requests', async () => {
    const limits = { headerCount: 2 };
    const { port } = await listening(
      toListener({ handle: () => answer('hello') }, { factories, limits }),
    );
    expect(await talk(port, lastGet('/', 'X: y'))).toMatch(/^HTTP\/1\.1 431 /);
  });

  it('ends a handler that takes too long even if the outer application has responded', async () => {
    const { errors, ended, listener } = neverResponding();
    const { port } = await listening((incoming, outgoing) => {
      listener(incoming, outgoing);
      outgoing.setHeader('Content-Type', 'text/html').end('busy');
    });
    const wire = new Wire(port).send(get());
    await waitForEvent('the end of the request', ended);
    expect(errors).toMatchObject([{ code: 'HANDLER_TIMEOUT' }]);
    wire.send(lastGet());
    expect(await wire.untilClosed()).toMatch(/busy[^]*busy$/);
    wire.destroy();
  });

  it('leaves the timeout of idle connections to the server after a response that had to wait', async () => {
    // More than the buffers of a system accept at once: some are configured for 32 MiB.
    const body = Buffer.alloc(40_000_000);
    const server = createServer(toListener(() => answer(body), { factories }));
    server.keepAliveTimeout = 50;
    const { port } = await listen(server);
    const socket = connectPlain(port, '127.0.0.1').resume();
    socket.write(get());
    await waitForEvent('the end of the connection', once(socket, 'close'));
    expect(socket.bytesRead).toBeGreaterThan(body.length);
  });

  it('refuses a request line with HTTP/2.0, closes the connection, and does not report it', async () => {
    const { listener, errors } = reporting();
    const { port } = await listening(listener);
    const request = 'GET / HTTP/2.0\r\nHost: a\r\n\r\n';
    const responses = readResponses(await talk(port, request + request), true);
    expect(responses.map(({ status }) => status)).toEqual([505]);
    expect(errors).toEqual([]);
  });
});

describe('toListener below a server of node:http2', () => {
  it('refuses HTTP/2 with 505, and says what to use', async () => {
    const { listener, errors } = reporting();
    const { port } = await listen(createHttp2Server(listener as unknown as Http2Listener));
    const { status, body } = await ask(client(`http://127.0.0.1:${port}`));
    expect([status, body]).toEqual([505, '']);
    expect(errors).toMatchObject([{ code: 'HTTP2_UNSUPPORTED' }]);
  });

  it('serves requests over HTTP/1.1, which that server allows', async () => {
    const { listener, errors } = reporting();
    const psk = Buffer.alloc(32, 7);
    const tls = { ciphers: 'PSK+HIGH:@SECLEVEL=0', maxVersion: 'TLSv1.2' as const };
    const options = { ...tls, allowHTTP1: true, pskCallback: () => psk };
    const server = createSecureServer(options, listener as unknown as Http2Listener);
    const { port } = await listen(server);
    const socket = connect({
      ...tls,
      port,
      host: '127.0.0.1',
      pskCallback: () => ({ psk, identity: 'test' }),
      checkServerIdentity: () => undefined,
    });
    socket.write(lastGet());
    const [heard] = (await waitForEvent('a response', once(socket, 'data'))) as [Buffer];
    expect(heard.toString()).toMatch(/^HTTP\/1\.1 200 [^]*hello$/);
    expect(errors).toEqual([]);
    socket.destroy();
  });
});

type Http2Listener = NonNullable<Parameters<typeof createHttp2Server>[1]>;

function reporting() {
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const handler = { handle: () => answer('hello') };
  return { listener: toListener(handler, { factories, onError }), errors };
}

/** A listener that gives its handler 10 ms. `ended` settles with the request. */
function neverResponding() {
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const limits = { handlerTimeout: 10 };
  const listener = toListener(
    (request) => {
      request.getLifetime().onEnd(end);
      return new Promise(() => undefined);
    },
    { factories, onError, limits },
  );
  return { errors, ended, listener };
}

function listening(listener: Parameters<typeof createServer>[1]) {
  return listen(createServer(listener));
}

async function listen(server: Server) {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server.address() as AddressInfo;
}
