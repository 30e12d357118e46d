import { afterEach, describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { TlsOptions } from 'node:tls';
import { answer, gate } from '../../test/serving.js';
import { waitFor, waitForEvent } from '../../test/wait-for.js';
import { get, lastGet, readResponses, talk, Wire } from '../../test/wire.js';
import { connectionOf } from '../connection/connection.js';
import type { ServerLimits } from '../server-limits.js';
import { ListenerCore } from '../listener/listener-core.js';
import type { ListenerOptions } from '../listener-options.js';
import { LazyIncomingMessage } from '../fast/lazy-incoming-message.js';
import { createHttpServer, type HttpServer } from './http-server.js';

const running: HttpServer[] = [];
const wires: Wire[] = [];

afterEach(() => {
  for (const wire of wires.splice(0)) wire.destroy();
  for (const { server } of running.splice(0)) server.close();
});

/** A server that responds with what it was asked for, by the headers too. */
async function created(options: Partial<ListenerOptions> = {}, tls: TlsOptions | null = null) {
  const core = new ListenerCore(
    { handle: (asked) => answer(asked.getRequestTarget() + asked.getHeaderLine('X')) },
    { ...options, factories: options.factories ?? factories },
  );
  const http = await createHttpServer(core, tls, LazyIncomingMessage);
  running.push(http);
  return http;
}

async function listening(limits: Partial<ServerLimits> = {}, tls: TlsOptions | null = null) {
  const http = await created({ limits }, tls);
  http.server.listen(0, '127.0.0.1');
  await waitForEvent('the server to listen', once(http.server, 'listening'));
  const { port } = http.server.address() as AddressInfo;
  const dial = (): Wire => {
    const wire = new Wire(port);
    wires.push(wire);
    return wire;
  };
  return { ...http, port, dial };
}

/** A connection whose bytes and end arrive when the test says so, and what the server writes to it. */
function connected(server: HttpServer['server']) {
  let text = '';
  const duplex = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => {
      text += chunk.toString('latin1');
      done();
    },
  });
  server.emit('connection', Object.assign(duplex, { setTimeout: () => duplex }));
  return { duplex, heard: () => text };
}

/** A connection whose requests wait for the end of their turn. */
async function batching(server: HttpServer['server']) {
  const [first, second, third] = [connected(server), connected(server), connected(server)];
  first.duplex.push(get());
  second.duplex.push(get());
  // Two requests in one turn: those of the next turn wait for its end.
  await waitFor(() => first.heard() !== '' && second.heard() !== '');
  await new Promise(setImmediate);
  return third;
}

const opened = async ({ server }: HttpServer): Promise<Socket> => {
  const [socket] = (await waitForEvent('a connection', once(server, 'connection'))) as [Socket];
  return socket;
};

describe('a plain request', () => {
  it('has no headers object before it is handed over: Node reads `headers` once', async () => {
    const seen: unknown[] = [];
    class Recorded extends LazyIncomingMessage {
      override handOver(): void {
        const symbols = Object.getOwnPropertySymbols(this);
        const headers = symbols.find(({ description }) => description === 'kHeaders');
        seen.push(this.isSeen, Reflect.get(this, headers ?? ''));
        super.handOver();
      }
    }
    const core = new ListenerCore({ handle: () => answer('x') }, { factories });
    const http = await createHttpServer(core, null, Recorded);
    running.push(http);
    http.server.listen(0, '127.0.0.1');
    await waitForEvent('the server to listen', once(http.server, 'listening'));
    await talk((http.server.address() as AddressInfo).port, lastGet());
    expect(seen).toEqual([false, null]);
  });
});

describe('the server of node:http', () => {
  it('has the limits of the core, and no keep-alive of its own', async () => {
    const limits = {
      checkInterval: 11,
      headersTimeout: 12,
      requestTimeout: 13,
      headerCount: 14,
      connections: 15,
    };
    const { server } = await created({ limits });
    expect(server).toMatchObject({
      connectionsCheckingInterval: 11,
      headersTimeout: 12,
      requestTimeout: 13,
      maxHeadersCount: 15,
      maxConnections: 15,
      keepAliveTimeout: 0,
    });
  });

  it.each([
    ['0 connections', { connections: 0 }, 'maxConnections', -1],
    ['0 headers', { headerCount: 0 }, 'maxHeadersCount', 1],
  ])('is told that it may accept %s', async (_, limits, name, value) => {
    expect((await created({ limits })).server).toHaveProperty(name, value);
  });

  it('refuses every request if 0 bytes of headers are allowed', async () => {
    const { port } = await listening({ headerBytes: 0 });
    const [response] = readResponses(await talk(port, lastGet()), true);
    expect(response?.status).toBe(414);
  });

  it('buffers 256 KiB each way', async () => {
    const http = await listening();
    http.dial();
    const socket = await opened(http);
    expect([socket.readableHighWaterMark, socket.writableHighWaterMark]).toEqual([
      262_144, 262_144,
    ]);
  });

  it('leaves a request without Host to the core', async () => {
    const { port } = await listening();
    const statuses = await Promise.all(
      ['1.0', '1.1'].map(async (version) => {
        const text = await talk(port, `GET / HTTP/${version}\r\nConnection: close\r\n\r\n`);
        return readResponses(text, true)[0]?.status;
      }),
    );
    expect(statuses).toEqual([200, 400]);
  });

  it('knows its open connections, and how long each is kept', async () => {
    const http = await listening({ keepAliveTimeout: 7_000 });
    const wire = http.dial();
    const socket = await opened(http);
    expect([...http.sockets]).toEqual([socket]);
    expect(connectionOf(socket).keepAlive).toEqual({
      timeout: 7_000,
      fields: ['Keep-Alive', 'timeout=7'],
    });
    wire.destroy();
    await waitFor(() => http.sockets.size === 0);
  });

  it('responds to all requests of clients that end their side after them', async () => {
    const http = await listening();
    for (let round = 0; round < 3; round++) {
      const dialled = Array.from({ length: 10 }, (_, i) => {
        const wire = http.dial().send(get(`/${i}`, 'X: y'));
        wire.socket.end();
        return wire;
      });
      await Promise.all(dialled.map((wire) => wire.untilClosed()));
      const bodies = dialled.map(({ heard }) => readResponses(heard, true)[0]?.body.toString());
      expect(bodies).toEqual(dialled.map((_, i) => `/${i}y`));
    }
  });

  it('responds to a request that waits for the end of its turn when the client ends its side', async () => {
    const { server } = await created();
    const dialled = await batching(server);
    dialled.duplex.push(get('/last'));
    dialled.duplex.push(null);
    await waitFor(() => dialled.duplex.writableFinished);
    expect(dialled.heard()).toMatch(/^HTTP\/1\.1 200 [^]*\/last$/);
  });

  it.each([{}, { pipelinedRequests: 1 }])(
    'refuses an unknown expectation after the requests before it, and closes the connection: %j',
    async (limits) => {
      const { port } = await listening(limits);
      const text = await talk(port, get('/1') + get('/2') + get('/3', 'Expect: 200-ok') + get());
      const responses = readResponses(text, true);
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 417]);
      expect(responses[2]?.fields.get('connection')).toEqual(['close']);
    },
  );

  it('refuses one also after requests that wait for the end of their turn', async () => {
    const { server } = await created();
    const dialled = await batching(server);
    dialled.duplex.push(get('/last') + get('/', 'Expect: 200-ok'));
    await waitFor(() => dialled.duplex.writableFinished);
    expect(readResponses(dialled.heard(), true).map(({ status }) => status)).toEqual([200, 417]);
  });

  it('refuses tls options that cannot be used', async () => {
    const starting = created({}, { key: 'none', cert: 'none' });
    await expect(starting).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      option: 'serve.tls',
      value: undefined,
      message: expect.stringMatching(/^invalid serve\.tls: .+/),
      cause: expect.objectContaining({ message: expect.any(String) }),
    });
  });

  it.each([
    ['headersTimeout', { headersTimeout: 50 }, {}],
    ['its own option', { headersTimeout: 60_000 }, { handshakeTimeout: 50 }],
  ])('gives a TLS handshake the time of %s', async (_, limits, given) => {
    const http = await listening(limits, { pskCallback: () => null, ...given });
    const failed = gate();
    http.server.on('tlsClientError', failed.open);
    await http.dial().untilClosed();
    await failed.opened;
  });

  it('does not let options of tls replace the limits', async () => {
    const tls = { requestTimeout: 1, headersTimeout: 1, pskCallback: () => null } as TlsOptions;
    const { server } = await created({ limits: { headersTimeout: 12, requestTimeout: 13 } }, tls);
    expect(server).toMatchObject({ headersTimeout: 12, requestTimeout: 13 });
  });
});
