import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { answer, closeServers, gate, serving, sleep, streamed } from '../../test/serving.js';
import { get, lastGet, readResponses, talk, Wire } from '../../test/wire.js';
import { connectionOf } from '../connection/connection.js';
import type { ServerLimits, UpgradeListener } from '../index.js';
import { rawExchangeOf } from '../request/raw-exchange.js';
import { expectToLookOnceMore } from '../../test/stalled.js';
import { waitFor, waitForEvent } from '../../test/wait-for.js';

afterEach(closeServers);

const webSocket = ['Connection: Upgrade', 'Upgrade: websocket'];
const hello = () => answer('hello');

/** Says everything twice, from the handshake on. */
const echo: UpgradeListener = (_, socket, head) => {
  socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n\r\n');
  socket.write(head);
  socket.on('data', (chunk) => socket.write(chunk));
  socket.on('end', () => socket.end());
};

describe('a request for another protocol', () => {
  it('is an ordinary request if no handler for upgrades is set', async () => {
    const { port } = await serving(hello);
    expect(await statusesOf(port, get('/', ...webSocket), lastGet())).toEqual([200, 200]);
  });

  it.each([
    get('/', 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'),
    get('/', 'Upgrade: websocket'),
    'POST / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 2\r\n\r\nxy',
  ])('is an ordinary request if it is not for WebSocket: %j', async (request) => {
    const { port } = await serving(hello, { upgrade: echo });
    expect(await statusesOf(port, request, lastGet())).toEqual([200, 200]);
  });

  it('receives the connection, with the bytes that were sent after the request', async () => {
    const seen: unknown[] = [];
    const { port } = await serving(hello, {
      upgrade: (incoming, socket, head) => {
        seen.push([incoming.method, incoming.url, incoming.headers.upgrade]);
        return echo(incoming, socket, head);
      },
    });
    const wire = new Wire(port).send(`${get('/chat', ...webSocket)}early`);
    await wire.hear((text) => text.endsWith('early'));
    wire.send(' and late');
    await wire.hear((text) => text.endsWith('early and late'));
    expect(seen).toEqual([['GET', '/chat', 'websocket']]);
    wire.destroy();
  });

  it('waits for the pending responses before it', async () => {
    const { port } = await serving(() => sleep(50).then(hello), { upgrade: echo });
    const wire = new Wire(port).send(get() + get() + get('/chat', ...webSocket));
    await wire.hear((text) => text.includes(' 101 '));
    expect(wire.heard.match(/HTTP\/1\.1 \d+/g)).toEqual([
      'HTTP/1.1 200',
      'HTTP/1.1 200',
      'HTTP/1.1 101',
    ]);
    wire.destroy();
  });

  it('is not cut off by the timeouts of requests', async () => {
    // Node takes these by the clock: the request itself must be there in time on a busy machine.
    const limits = {
      keepAliveTimeout: 100,
      headersTimeout: 1_500,
      requestTimeout: 1_500,
      checkInterval: 10,
    };
    const { port } = await serving(hello, { upgrade: echo, limits });
    const wire = new Wire(port).send(get() + get('/chat', ...webSocket));
    await sleep(1_800);
    wire.send('still there');
    const heard = await wire.hear((text) => text.endsWith('still there'));
    expect(heard).toContain('still there');
    wire.destroy();
  });

  it.each([
    [`GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n${webSocket.join('\r\n')}\r\n\r\n`, 400],
    [`GET / HTTP/1.1\r\n${webSocket.join('\r\n')}\r\n\r\n`, 400],
    [get(`/${'x'.repeat(8_192)}`, ...webSocket), 414],
    [get('/', ...webSocket, ...Array.from({ length: 198 }, (_, at) => `X-${at}: y`)), 431],
  ])('is refused if the request itself is invalid', async (request, status) => {
    const { port } = await serving(hello, { upgrade: echo });
    expect(readResponses(await talk(port, request), true)).toMatchObject([{ status }]);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no'))],
  ])('loses only its own connection if the upgrade handler %s', async (_, upgrade) => {
    const { port, errors } = await serving(hello, { upgrade });
    expect(await talk(port, get('/', ...webSocket))).toBe('');
    expect(errors).toEqual([new Error('no')]);
    expect(await talk(port, lastGet())).toContain('hello');
  });

  it('does not crash the server if its connection fails without an error listener', async () => {
    const taken = gate();
    const closed = gate();
    const { port } = await serving(hello, {
      upgrade: (_, socket) => {
        socket.once('close', closed.open).resume();
        taken.open();
      },
    });
    const wire = new Wire(port).send(get('/', ...webSocket));
    await taken.opened;
    wire.socket.resetAndDestroy();
    await closed.opened;
    expect(await talk(port, lastGet())).toContain('hello');
  });

  it('is refused with 503 while the server closes', async () => {
    let taken = false;
    const server = await serving(hello, { upgrade: () => void (taken = true) });
    const wire = new Wire(server.port);
    await waitForEvent('a connection', once(wire.socket, 'connect'));
    const closing = server.close({ idleTimeout: 5_000 });
    wire.send(get('/', ...webSocket));
    expect(await wire.untilClosed()).toMatch(/^HTTP\/1\.1 503 /);
    expect(taken).toBe(false);
    await waitForEvent('the server to close', closing);
  });

  it('keeps its connection until the deadline when the server closes', async () => {
    const sockets: Duplex[] = [];
    const server = await serving(hello, {
      closeTimeout: 2_500, // the client is late on a busy machine
      upgrade: (incoming, socket, head) => {
        sockets.push(socket);
        return echo(incoming, socket, head);
      },
    });
    const wire = new Wire(server.port).send(get('/', ...webSocket));
    await wire.hear((text) => text.includes(' 101 '));
    const closed = server.close();
    await sleep(60); // idle connections are closed
    wire.send('late');
    await wire.hear((text) => text.endsWith('late'));
    await waitForEvent('the server to close', closed);
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true]);
    await wire.untilClosed();
  });
});

describe('CONNECT', () => {
  it.each([undefined, echo])('is refused with 501 and the connection closed', async (upgrade) => {
    const { port } = await serving(hello, upgrade === undefined ? {} : { upgrade });
    const request = 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n';
    const [response, ...more] = readResponses(await talk(port, request + get()), true);
    expect([response?.status, response?.fields.get('connection'), more]).toEqual([
      501,
      ['close'],
      [],
    ]);
  });

  it('waits for the pending responses before it', async () => {
    const { port } = await serving(() => sleep(30).then(hello));
    const text = await talk(port, `${get()}CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n`);
    expect(readResponses(text, true).map(({ status }) => status)).toEqual([200, 501]);
  });
});

describe.each([
  ['an upgrade', get('/', ...webSocket), 'HTTP/1.1 101 '],
  ['CONNECT', 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n', 'HTTP/1.1 501 '],
])('the response before %s', (_, request, after) => {
  // More than the buffers of a system accept at once: some are configured for 32 MiB.
  const LARGE = 40_000_000;

  /** A client that reads nothing of a large response, and has sent the request after that. */
  async function stalled(limits: Partial<ServerLimits>) {
    const ended = gate();
    let response: ServerResponse | undefined;
    const { port } = await serving(
      (received) => {
        received.getLifetime().onEnd(ended.open);
        response = rawExchangeOf(received)?.outgoing;
        return streamed(chunks(LARGE));
      },
      { upgrade: echo, limits },
    );
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write(get());
    await waitFor(() => response?.writableNeedDrain === true);
    socket.write(request);
    await waitFor(() => connectionOf(response?.req.socket as Socket).takenOver);
    return { socket, connection: response?.req.socket as Socket, ended: ended.opened };
  }

  it('continues when the client reads it', async () => {
    const { socket } = await stalled({});
    let length = 0;
    let last = '';
    socket.on('data', (chunk: Buffer) => {
      length += chunk.length;
      last = (last + chunk.toString('latin1')).slice(-200);
    });
    await waitFor(() => last.includes(after));
    expect(length).toBeGreaterThan(LARGE);
    socket.destroy();
  });

  it('is aborted at its timeout only after the system was asked what the client has read', async () => {
    const { socket, connection } = await stalled({});
    await expectToLookOnceMore(connection);
    socket.destroy();
  });

  it('is aborted if the client does not read it', async () => {
    const { socket, ended } = await stalled({ writeTimeout: 50 });
    await ended;
    socket.destroy();
  });
});

async function* chunks(length: number): AsyncGenerator<Uint8Array> {
  const chunk = new Uint8Array(1_000_000);
  for (let sent = 0; sent < length; sent += chunk.length) yield await Promise.resolve(chunk);
}

/** Sends one request after the answer to the other, for what is behind one for an upgrade Node loses. */
async function statusesOf(port: number, first: string, last: string): Promise<number[]> {
  const wire = new Wire(port).send(first);
  await wire.hear((text) => text.endsWith('hello'));
  wire.send(last);
  return readResponses(await wire.untilClosed(), true).map(({ status }) => status);
}
