import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, Socket } from 'node:net';
import { factories } from '@mortise/message';
import { toListener } from '../index.js';
import { rawExchangeOf } from '../request/raw-exchange.js';
import {
  answer,
  bytes,
  closeServers,
  gate,
  type Handle,
  serving,
  streamed,
} from '../../test/serving.js';
import { endSpawned, spawned } from '../../test/spawned.js';
import { PROCESS_PATIENCE, waitFor, waitForEvent } from '../../test/wait-for.js';
import { get, lastGet } from '../../test/wire.js';
import { LingeringClose } from './lingering-close.js';

const clients: Socket[] = [];
const foreign: Server[] = [];

afterEach(async () => {
  endSpawned();
  for (const socket of clients.splice(0)) socket.destroy();
  for (const server of foreign.splice(0)) server.close();
  await closeServers();
});

const SIZE = 2_000_000;
const post = (path: string, connection = 'close') =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: ${connection}\r\nContent-Length: ${SIZE}\r\n\r\n`;

const refuse: Handle = () => answer('refused', 413);

/** A handler that keeps the sockets of its requests. */
function keeping(handle: Handle) {
  const sockets: Socket[] = [];
  const kept: Handle = (request) => {
    const socket = rawExchangeOf(request)?.incoming.socket;
    if (socket !== undefined) sockets.push(socket);
    return handle(request);
  };
  return { sockets, handle: kept };
}

/** A server that keeps connections as long as they are used, and the sockets of its requests. */
async function servingSockets(handle = refuse) {
  const kept = keeping(handle);
  const limits = { keepAliveTimeout: 600_000 };
  const server = await serving(kept.handle, { limits });
  return { ...server, port: server.port, sockets: kept.sockets };
}

/** The same below `toListener`, on a server that someone else owns. */
async function listeningSockets() {
  const { sockets, handle } = keeping(refuse);
  const server = createHttpServer(toListener({ handle }, { factories }));
  return { port: await listening(server), sockets };
}

async function listening(server: Server): Promise<number> {
  foreign.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** A client that keeps its side open until it is told to end it. */
function dial(port: number, text: string) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  clients.push(socket);
  const client = { socket, heard: '', ended: false, error: '' };
  socket.on('data', (chunk: Buffer) => (client.heard += chunk.toString('latin1')));
  socket.on('end', () => (client.ended = true));
  socket.on('error', ({ code = '' }: NodeJS.ErrnoException) => (client.error = code));
  socket.write(text);
  return client;
}

describe('the last response of a connection', () => {
  it.each(['/unread', '/read', '/listener'])(
    'reaches 40 of 40 clients that are still sending 2 MB: %s',
    async (path) => {
      const { output } = spawned('refusing-server.ts');
      await waitFor(() => output().includes('\n'), PROCESS_PATIENCE);
      const [serve, listener] = output().split(' ').map(Number);
      let received = 0;
      for (let i = 0; i < 40; i++) {
        const client = dial((path === '/listener' ? listener : serve) as number, post(path));
        const { socket } = client;
        for (let sent = 0; sent < SIZE && !socket.destroyed; sent += 50_000) {
          socket.write('x'.repeat(50_000));
          await new Promise((resolve) => setImmediate(resolve));
        }
        socket.end();
        await waitForEvent('the connection to close', closed(socket));
        if (/^HTTP\/1\.1 413 [^]*too large$/i.test(client.heard)) received++;
      }
      expect(received).toBe(40);
    },
    2 * PROCESS_PATIENCE,
  );

  it.each([
    ['serve', servingSockets],
    ['toListener', listeningSockets],
  ])(
    'ends only the side of the server while the client is sending: %s',
    async (_, start: () => Promise<{ port: number; sockets: Socket[] }>) => {
      const { port, sockets } = await start();
      const client = dial(port, post('/'));
      await waitFor(() => client.ended);
      client.socket.write('x'.repeat(SIZE));
      await waitFor(() => (sockets[0]?.bytesRead ?? 0) > SIZE);
      expect([sockets[0]?.destroyed, client.error]).toEqual([false, '']);
      client.socket.end();
      await waitFor(() => sockets[0]?.destroyed === true);
    },
  );

  it('closes the connection without waiting if the request is complete', async () => {
    const { port, sockets } = await servingSockets();
    const sending = dial(port, post('/'));
    await waitFor(() => sending.ended);
    dial(port, lastGet());
    await waitFor(() => sockets[1]?.destroyed === true);
    expect(sockets[0]?.destroyed).toBe(false);
  });

  it('closes the connection without waiting if the request became complete in the meantime', async () => {
    const { opened, open } = gate();
    async function* slow() {
      yield bytes('begun');
      await opened;
    }
    const lingers = await servingSockets();
    const first = dial(lingers.port, post('/'));
    await waitFor(() => first.ended);
    let isComplete = () => false;
    const { port, sockets } = await servingSockets((request) => {
      const raw = rawExchangeOf(request);
      isComplete = () => raw?.incoming.complete === true;
      return streamed(slow());
    });
    const client = dial(port, post('/').replace(String(SIZE), '1'));
    await waitFor(() => client.heard.includes('begun'));
    client.socket.write('x');
    await waitFor(() => isComplete());
    open();
    await waitFor(() => sockets[0]?.destroyed === true);
    expect(lingers.sockets[0]?.destroyed).toBe(false);
  });

  it('is not followed by another, whatever the client sends', async () => {
    const { port, sockets } = await servingSockets(() =>
      answer('last', 200, { Connection: 'close' }),
    );
    const client = dial(port, post('/', 'keep-alive'));
    await waitFor(() => client.ended);
    client.socket.end('x'.repeat(SIZE) + get('/next'));
    await waitFor(() => sockets[0]?.destroyed === true);
    expect(sockets).toHaveLength(1);
    expect(client.heard.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
  });

  it('reaches a client whose header is too large and is still being sent', async () => {
    const { port } = await servingSockets();
    const client = dial(port, `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}`);
    await waitFor(() => client.ended);
    for (let i = 0; i < 10; i++) {
      client.socket.write('x'.repeat(100_000));
      await new Promise((resolve) => setImmediate(resolve));
    }
    client.socket.end();
    await waitForEvent('the connection to close', closed(client.socket));
    expect([client.heard.slice(0, 12), client.error]).toEqual(['HTTP/1.1 431', '']);
  });

  it('waits at most for `closeTimeout` once the server is closing', async () => {
    const [first, second] = [await servingSockets(), await servingSockets()];
    const lingers = dial(first.port, post('/'));
    await waitFor(() => lingers.ended);
    const closes = dial(second.port, post('/'));
    await waitFor(() => closes.ended);
    await second.close();
    expect(second.sockets[0]?.destroyed).toBe(true);
    expect(first.sockets[0]?.destroyed).toBe(false);
  });
});

describe('a connection that lingers', () => {
  /** A server that closes each connection like this after its first bytes. */
  async function lingering(limits: { milliseconds: number; bytes: number }) {
    const sockets: Socket[] = [];
    const closing = new LingeringClose(10, limits);
    const port = await listening(
      createServer({ allowHalfOpen: true }, (socket) => {
        sockets.push(socket.on('error', () => undefined));
        socket.once('data', () => {
          socket.write('last');
          closing.close(socket);
        });
      }),
    );
    return { port, sockets };
  }

  it('is closed after the timeout if the client has not ended its side', async () => {
    const { port, sockets } = await lingering({ milliseconds: 50, bytes: 1_000 });
    const client = dial(port, 'x');
    await waitFor(() => sockets[0]?.destroyed === true);
    expect(client.heard).toBe('last');
  });

  it('leaves no timer after it is closed', () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    try {
      const socket = new Socket();
      new LingeringClose(100).close(socket);
      expect(jest.getTimerCount()).toBe(1);
      socket.emit('close');
      jest.advanceTimersByTime(100);
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });

  it('reads as many bytes as allowed, and is closed when one more arrives', async () => {
    const { port, sockets } = await lingering({ milliseconds: 600_000, bytes: 1_000 });
    const client = dial(port, 'x');
    await waitFor(() => client.ended);
    client.socket.write('x'.repeat(1_000));
    await waitFor(() => sockets[0]?.bytesRead === 1_001);
    expect(sockets[0]?.destroyed).toBe(false);
    client.socket.write('x');
    await waitFor(() => sockets[0]?.destroyed === true);
  });
});

describe('the unread body on a connection that is kept alive', () => {
  it('is discarded up to 16 MiB, then the connection is closed', async () => {
    const { port, sockets } = await servingSockets();
    const size = 16 * 1024 * 1024;
    const request = post('/', 'keep-alive');
    const whole = dial(port, request.replace(String(SIZE), String(size)));
    whole.socket.write(Buffer.alloc(size));
    whole.socket.write(get('/next'));
    await waitFor(() => whole.heard.includes('413') && sockets.length === 2);
    const more = dial(port, request.replace(String(SIZE), String(size + 1)));
    more.socket.write(Buffer.alloc(size + 1));
    await waitFor(() => sockets[2]?.destroyed === true);
  });
});

describe('a request that is answered before its body has arrived', () => {
  const chunked = post('/', 'keep-alive').replace(/Content-Length.*/, 'Transfer-Encoding: chunked');

  it.each([
    ['malformed', `${chunked}zz\r\n`, 'x'],
    ['missing', post('/', 'keep-alive'), null],
    ['missing from a chunked body', `${chunked}4\r\nabcd`, null],
  ])('gets no second response if the rest is %s', async (_, head, more) => {
    const { port, sockets } = await servingSockets();
    const [first = '', rest = ''] = head.split(/(?<=\r\n\r\n)/);
    const client = dial(port, first);
    await waitFor(() => client.heard.endsWith('refused'));
    client.socket.write(rest);
    client.socket.end(more ?? '');
    await waitFor(() => sockets[0]?.destroyed === true);
    await waitForEvent('the connection to close', closed(client.socket));
    expect(client.heard.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413']);
  });

  it('is followed by the refusal of the next one', async () => {
    const { port } = await servingSockets();
    const client = dial(port, post('/', 'keep-alive'));
    await waitFor(() => client.heard.endsWith('refused'));
    client.socket.end(`${'x'.repeat(SIZE)}GARBAGE\r\n\r\n`);
    await waitForEvent('the connection to close', closed(client.socket));
    expect(client.heard.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 400']);
  });
});

function closed(socket: Socket): Promise<unknown> {
  return socket.closed ? Promise.resolve() : once(socket, 'close');
}
