/** WebSockets through the proxy: the target decides, and both connections end together. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterEach, describe, expect, it } from '@jest/globals';
import { WebSocket, WebSocketServer } from 'ws';
import { waitFor, waitForEvent } from '../../../tooling/testing/wait-for.js';
import type { ProxyOptions } from '../src/index.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { closeServers, codeOf, listening, send, served } from './served.js';

afterEach(closeServers);

const plain = (_: IncomingMessage, outgoing: ServerResponse): void => {
  outgoing.writeHead(426, { Upgrade: 'websocket', Connection: 'Upgrade' }).end('sockets only');
};

const HANDSHAKE = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
};

describe.each(implementations)('with %s', (_, factories) => {
  /** Serves a target whose WebSockets send back what they receive, and the proxy in front. */
  async function sockets(options: Partial<ProxyOptions> = {}) {
    const server = createServer(plain);
    const ofTarget: WebSocket[] = [];
    const handshakes: IncomingMessage[] = [];
    const accepting = new WebSocketServer({ server, handleProtocols: () => 'chat' });
    accepting.on('headers', (headers) => headers.push('Set-Cookie: seen=1'));
    accepting.on('connection', (socket, handshake) => {
      handshakes.push(handshake);
      ofTarget.push(socket);
      socket.send('welcome');
      socket.on('message', (data, binary) => {
        socket.send(data, { binary });
      });
    });
    const target = await listening(server);
    const proxied = await served({ target, upgrades: true, ...options }, factories, {
      upgrades: true,
    });
    return { ...proxied, ofTarget, handshakes };
  }

  function open(url: string, path = '/room?a=b') {
    const socket = new WebSocket(url.replace('http', 'ws') + path, ['chat', 'news']);
    const messages: string[] = [];
    socket.on('message', (data: Buffer) => messages.push(data.toString()));
    socket.on('error', () => undefined);
    return { socket, messages };
  }

  it('passes messages both ways, in order, with the headers of both handshakes', async () => {
    const { url, handshakes } = await sockets();
    const { socket, messages } = open(url);
    const [response] = (await waitForEvent('101', once(socket, 'upgrade'))) as [IncomingMessage];
    await waitFor(() => socket.readyState === WebSocket.OPEN);
    const sent = Array.from({ length: 100 }, (_value, at) => `message ${at}`);
    for (const message of sent) socket.send(message);
    await waitFor(() => messages.length === 101);
    expect(messages).toEqual(['welcome', ...sent]);
    expect(response.headers['set-cookie']).toEqual(['seen=1']);
    expect(socket.protocol).toBe('chat');
    expect(handshakes[0]?.url).toBe('/room?a=b');
    expect(handshakes[0]?.headers).toMatchObject({
      'sec-websocket-protocol': 'chat,news',
      'x-forwarded-for': '127.0.0.1',
    });
    socket.close(1000, 'bye');
    expect(String((await waitForEvent('the close', once(socket, 'close')))[0])).toBe('1000');
  });

  it('rewrites every spelling of a path alike', async () => {
    const rewrite: ProxyOptions['rewrite'] = (path) => path.replace(/^\/api/, '/public');
    const { url, handshakes } = await sockets({ rewrite });
    for (const path of ['/api/a%2fb?%61', '/%61pi/a%2fb?%61', '/a%70i/%61%2Fb?%61']) {
      const { socket } = open(url, path);
      await waitFor(() => socket.readyState === WebSocket.OPEN);
      socket.terminate();
    }
    expect(handshakes.map((handshake) => handshake.url)).toEqual(
      Array.from({ length: 3 }, () => '/public/a%2Fb?%61'),
    );
  });

  it('closes the connection to the target with that of the client, and the other way round', async () => {
    const { url, ofTarget } = await sockets();
    const { socket } = open(url);
    await waitFor(() => socket.readyState === WebSocket.OPEN);
    socket.terminate();
    await waitFor(() => ofTarget[0]?.readyState === WebSocket.CLOSED);

    const { socket: second } = open(url);
    await waitFor(() => second.readyState === WebSocket.OPEN);
    ofTarget[1]?.terminate();
    await waitFor(() => second.readyState === WebSocket.CLOSED);
  });

  it.each(['target', 'client'])(
    'ends both connections when the %s resets its own',
    async (side) => {
      const server = createServer();
      let ofTarget: Socket | undefined;
      server.on('upgrade', (_incoming, socket: Socket) => {
        ofTarget = socket.on('error', () => undefined).resume();
        socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nUpgrade: WebSocket\r\nConnection: Upgrade\r\n\r\n',
        );
      });
      const target = await listening(server);
      const { url } = await served({ target, upgrades: true }, factories, { upgrades: true });
      const opening = request(url, { headers: HANDSHAKE }).end();
      const [, client] = (await waitForEvent('101', once(opening, 'upgrade'))) as [unknown, Socket];
      client.on('error', () => undefined).resume();
      const [one, other] = side === 'target' ? [ofTarget, client] : [client, ofTarget];
      const closed = new Promise((resolve) => other?.on('end', resolve).on('close', resolve));
      one?.resetAndDestroy();
      await waitForEvent('the close', closed);
    },
  );

  it('waits for a client that reads slowly, and then passes the rest', async () => {
    const { url, ofTarget } = await sockets();
    const { socket } = open(url);
    await waitFor(() => socket.readyState === WebSocket.OPEN);
    let received = 0;
    socket.removeAllListeners('message').on('message', (data: Buffer) => (received += data.length));
    socket.pause();
    const part = Buffer.alloc(1024 * 1024);
    const parts = 24; // more than both connections and the proxy hold
    for (let sent = 0; sent < parts; sent++) ofTarget[0]?.send(part);
    let unsent: number | undefined;
    await waitFor(() => {
      const before = unsent;
      unsent = ofTarget[0]?.bufferedAmount;
      return unsent === before;
    });
    expect(unsent).toBeGreaterThan(0);
    socket.resume();
    await waitFor(() => received >= parts * part.length);
    socket.terminate();
  });

  it('passes a refusal of the target as an ordinary response', async () => {
    const server = createServer();
    server.on('upgrade', (_incoming, socket: Duplex) => {
      socket.end('HTTP/1.1 403 Forbidden\r\nX-Why: origin\r\nContent-Length: 2\r\n\r\nno');
    });
    const target = await listening(server);
    const { url } = await served({ target, upgrades: true }, factories, { upgrades: true });
    const response = await send(url, '/', { headers: HANDSHAKE });
    expect(response).toMatchObject({ status: 403, body: 'no', headers: { 'x-why': 'origin' } });
  });

  it.each<[string, ProxyOptions['origins'], string, number]>([
    ['another site', undefined, 'https://evil.example', 403],
    ['a page without an origin', undefined, 'null', 403],
    ['the same host and port', undefined, 'SELF', 101],
    ['another port', undefined, 'http://127.0.0.1:1', 403],
    ['a site in the list', ['https://app.example'], 'https://app.example', 101],
    ['its own site, not in the list', ['https://app.example'], 'SELF', 403],
    ['another site, with "*"', '*', 'https://evil.example', 101],
  ])('lets pages of allowed origins alone connect: %s', async (_what, origins, from, status) => {
    const { url, handshakes, errors } = await sockets(origins === undefined ? {} : { origins });
    const origin = from === 'SELF' ? url : from;
    const socket = new WebSocket(url.replace('http', 'ws'), ['chat'], { origin });
    socket.on('error', () => undefined);
    const received = new Promise<IncomingMessage>((resolve) => {
      socket.on('upgrade', resolve);
      socket.on('unexpected-response', (_request, response) => {
        resolve(response.resume());
      });
    });
    expect((await waitForEvent('a response', received)).statusCode).toBe(status);
    expect(handshakes).toHaveLength(status === 101 ? 1 : 0);
    expect(errors).toEqual([]);
    socket.terminate();
  });

  it('is 502 if the target fails in the handshake', async () => {
    const server = createServer();
    server.on('upgrade', (_incoming, socket: Duplex) => socket.destroy());
    const target = await listening(server);
    const { url } = await served({ target, upgrades: true }, factories, { upgrades: true });
    const response = await send(url, '/', { headers: HANDSHAKE });
    expect([response.status, codeOf(response)]).toEqual([502, 'UPSTREAM_FAILED']);
  });

  it.each([
    ['another protocol', 'Upgrade: chat\r\n'],
    ['no protocol', ''],
    ['two protocols', 'Upgrade: websocket, chat\r\n'],
  ])('is 502 if the target switches to %s', async (_case, field) => {
    const closed: boolean[] = [];
    const server = createServer();
    server.on('upgrade', (_incoming, socket: Duplex) => {
      socket
        .on('error', () => undefined)
        .on('end', () => closed.push(true))
        .resume();
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${field}Connection: Upgrade\r\n\r\n`);
    });
    const target = await listening(server);
    const { url } = await served({ target, upgrades: true }, factories, { upgrades: true });
    const response = await send(url, '/', { headers: HANDSHAKE });
    expect([response.status, codeOf(response)]).toEqual([502, 'UPSTREAM_FAILED']);
    await waitFor(() => closed.length === 1);
  });

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['Connection does not name Upgrade', { Connection: 'close' }, 'GET'],
    ['it is a POST', {}, 'POST'],
    ['it is a HEAD', {}, 'HEAD'],
  ])('forwards a request with Upgrade as a plain one if %s', async (_what, changed, method) => {
    const { url, errors } = await sockets();
    const response = await send(url, '/', { method, headers: { ...HANDSHAKE, ...changed } });
    expect([response.status, errors]).toEqual([426, []]);
  });

  it('forwards a handshake as a plain request without the option', async () => {
    const { url } = await sockets({ upgrades: false });
    const response = await send(url, '/', { headers: HANDSHAKE });
    expect([response.status, response.body]).toEqual([426, 'sockets only']);
  });
});
