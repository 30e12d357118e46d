/** `limits.bodyBytes` for a Connect-style handler, which reads the connection itself. */
import { once } from 'node:events';
import { connect, type ClientHttp2Session } from 'node:http2';
import { connect as connectTo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  type ConnectHandler,
  createApp,
  fromConnect,
  serve,
  type ServerHandle,
  text,
} from '../src/index.js';

const servers: ServerHandle[] = [];
const sessions: ClientHttp2Session[] = [];
afterEach(async () => {
  for (const session of sessions.splice(0)) session.destroy();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const counts: ConnectHandler = (req, res) => {
  let bytes = 0;
  req.on('data', (chunk: Buffer) => (bytes += chunk.length));
  req.on('end', () => res.end(`${bytes} bytes`));
};
const passes: ConnectHandler = (_req, _res, next) => {
  next();
};

async function served(): Promise<ServerHandle> {
  const logger = { error: () => undefined, info: () => undefined };
  const app = createApp({ logger });
  app.post('/', (_request, response) => text(response, 'not reached'), {
    body: false,
    limits: { bodyBytes: 10 },
    layers: [fromConnect(counts)],
  });
  // A layer outside has the request first.
  app.add(fromConnect(passes));
  const server = await serve(app, { port: 0, http2: true, onError: () => undefined });
  servers.push(server);
  return server;
}

/** Sends the pieces of a chunked body, each once the server has had time to read the one before. */
async function overHttp1({ port }: ServerHandle, pieces: readonly string[], delayed: boolean) {
  const socket = connectTo(port, '127.0.0.1')
    .setEncoding('latin1')
    .on('error', () => undefined);
  const head =
    'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n';
  const chunks = [
    ...pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`),
    '0\r\n\r\n',
  ];
  let heard = '';
  socket.on('data', (data: string) => (heard += data));
  const closed = once(socket, 'close');
  if (!delayed) socket.write(head + chunks.join(''));
  else {
    socket.write(head);
    for (const chunk of chunks) {
      await new Promise((resolve) => setImmediate(resolve));
      socket.write(chunk);
    }
  }
  await closed;
  return heard;
}

async function overHttp2({ url }: ServerHandle, pieces: readonly string[]) {
  const session = connect(url);
  sessions.push(session);
  const stream = session.request({ ':path': '/', ':method': 'POST' });
  stream.on('error', () => undefined);
  const head = once(stream, 'response');
  for (const piece of pieces) stream.write(piece);
  stream.end();
  const [fields] = await head;
  stream.resume();
  return `HTTP/2 ${String(fields[':status'])} `;
}

describe.each([
  [
    'HTTP/1.1, in one packet',
    (server: ServerHandle, pieces: string[]) => overHttp1(server, pieces, false),
  ],
  [
    'HTTP/1.1, bit by bit',
    (server: ServerHandle, pieces: string[]) => overHttp1(server, pieces, true),
  ],
  ['HTTP/2', overHttp2],
])('a body of unknown size over %s', (_how, post) => {
  it('is refused with 413 beyond the limit', async () => {
    expect(await post(await served(), ['aaaaaa', 'aaaaaa'])).toMatch(/^HTTP\/[\d.]+ 413 /);
  });

  it('is passed to the handler up to the limit', async () => {
    expect(await post(await served(), ['aaaaa', 'aaaaa'])).toMatch(/^HTTP\/[\d.]+ 200 /);
  });
});
