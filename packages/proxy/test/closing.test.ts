/** What lasts as long as the server: it ends when the server begins to close, not at `closeTimeout`. */
import { once } from 'node:events';
import { createServer, request as httpRequest, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { afterEach, expect, it } from '@jest/globals';
import { WebSocket, WebSocketServer } from 'ws';
import { waitFor, waitForEvent } from '../../../tooling/testing/wait-for.js';
import type { ProxyOptions } from '../src/index.js';
import { closeServers, listening, send, served, upstream } from './served.js';

afterEach(closeServers);

/** Far beyond the test: what waits for it fails. */
const PATIENT = { closeTimeout: 600_000 };

it('closes WebSockets with 1001 on both sides when the server closes', async () => {
  const server = createServer();
  const codes: number[] = [];
  new WebSocketServer({ server }).on('connection', (socket) => {
    socket.on('close', (code) => codes.push(code));
    socket.send('welcome');
  });
  const target = await listening(server);
  const proxied = await served({ target, upgrades: true }, undefined, {
    ...PATIENT,
    upgrades: true,
  });
  const socket = new WebSocket(proxied.url.replace('http', 'ws'));
  await waitForEvent('a message', once(socket, 'message'));
  const closed = once(socket, 'close');
  await waitForEvent('the end of the server', proxied.close());
  expect((await waitForEvent('the close', closed))[0]).toBe(1001);
  await waitFor(() => codes.length > 0);
  expect(codes).toEqual([1001]);
});

const HELLO = Buffer.from([0x81, 5, ...Buffer.from('hello')]);
const GOING_AWAY = Buffer.from([0x88, 2, 3, 0xe9]);
const OWN_CLOSE = Buffer.from([0x88, 2, 3, 0xe8]);

it.each<[string, Buffer, Buffer]>([
  ['after the frame that is being sent', HELLO, Buffer.concat([HELLO, GOING_AWAY])],
  [
    'before the next frame',
    Buffer.concat([HELLO, HELLO.subarray(0, 4)]),
    Buffer.concat([HELLO, GOING_AWAY]),
  ],
  ['not after that of the target', OWN_CLOSE, OWN_CLOSE],
])('adds its close frame %s', async (_where, sent, expected) => {
  const early = sent.subarray(0, 3);
  const server = createServer();
  let ofTarget: Duplex | undefined;
  server.on('upgrade', (_incoming, socket: Duplex) => {
    ofTarget = socket.on('error', () => undefined).resume();
    const head =
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n';
    socket.write(Buffer.concat([Buffer.from(head), early]));
  });
  const target = await listening(server);
  let closing: AbortSignal | undefined;
  const proxied = await served(
    {
      target,
      upgrades: true,
      headers: (request) => {
        closing = request.getLifetime().closing;
        return {};
      },
    },
    undefined,
    { ...PATIENT, upgrades: true },
  );
  const opening = httpRequest(proxied.url, {
    headers: {
      ...{ Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' },
      'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    },
  }).end();
  const [, client, first] = (await waitForEvent('101', once(opening, 'upgrade'))) as [
    unknown,
    Duplex,
    Buffer,
  ];
  let received = first;
  client.on('data', (bytes: Buffer) => (received = Buffer.concat([received, bytes])));
  const ended = once(client, 'end');
  await waitFor(() => received.length === early.length);
  const closed = proxied.close();
  await waitFor(() => closing?.aborted === true);
  ofTarget?.write(sent.subarray(3));
  await waitForEvent('the end', ended);
  expect(received).toEqual(expected);
  client.end();
  await waitForEvent('the end of the server', closed);
});

it('ends event streams when the server closes, and waits for other bodies', async () => {
  let other: ServerResponse | undefined;
  const left: string[] = [];
  const target = await upstream((incoming, outgoing) => {
    const isEvents = incoming.url === '/events';
    if (!isEvents) other = outgoing;
    outgoing.on('close', () => left.push(incoming.url ?? ''));
    outgoing.setHeader(
      'Content-Type',
      isEvents ? 'Text/Event-Stream; charset=utf-8' : 'text/plain',
    );
    outgoing.write('data: 1\n\n');
  });
  const proxied = await served({ target }, undefined, PATIENT);
  let begun = 0;
  const count = (): void => void begun++;
  const events = send(proxied.url, '/events', {}, count);
  const body = send(proxied.url, '/body', {}, count);
  await waitFor(() => begun === 2);
  const closed = proxied.close();
  expect(await events).toMatchObject({ body: 'data: 1\n\n', cut: '' });
  await waitFor(() => left.includes('/events'));
  expect(left).toEqual(['/events']);
  other?.end('the rest');
  expect(await body).toMatchObject({ body: 'data: 1\n\nthe rest', cut: '' });
  await waitForEvent('the end of the server', closed);
  expect(proxied.errors).toEqual([]);
});

it('ends an event stream that begins after the server has begun to close', async () => {
  let pending: ServerResponse | undefined;
  const target = await upstream((_incoming, outgoing) => (pending = outgoing));
  let closing: AbortSignal | undefined;
  const headers: ProxyOptions['headers'] = (request) => {
    closing = request.getLifetime().closing;
    return {};
  };
  const proxied = await served({ target, headers }, undefined, PATIENT);
  const events = send(proxied.url, '/');
  await waitFor(() => pending !== undefined);
  const closed = proxied.close();
  await waitFor(() => closing?.aborted === true);
  pending?.setHeader('Content-Type', 'text/event-stream').write('data: 1\n\n');
  expect(await events).toMatchObject({ status: 200, cut: '' });
  await waitForEvent('the end of the server', closed);
});
