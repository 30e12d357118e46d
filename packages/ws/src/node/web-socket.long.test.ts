import { afterEach, describe, expect, it } from '@jest/globals';
import type { WebSocketInterface } from '../index.js';
import { waitFor, waitForEvent } from '../../../../tooling/testing/wait-for.js';
import {
  exchange,
  frame,
  handshake,
  opened,
  rawClient,
  rawUntil,
  refused,
} from '../../test/clients.js';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { closeServers, echo, quietApp, served, servedSocket } from '../../test/served.js';
import { webSocket } from './index.js';

afterEach(closeServers);

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe.each(implementations)('webSocket with %s', (_, factories) => {
  it('opens a connection, and passes text as a string and binary as bytes', async () => {
    const seen: unknown[] = [];
    const { url } = await servedSocket(
      {
        onMessage: (socket, message) => {
          seen.push(message);
          socket.send(message);
        },
      },
      factories,
    );
    const client = await opened(url, '/');
    const bytes = new Uint8Array([0, 255, 7]);
    const sent = ['hello', '', 'é✓😀', bytes, new Uint8Array(0)];
    expect(await exchange(client, ...sent)).toEqual(sent);
    expect(seen).toEqual(sent);
    expect(Object.getPrototypeOf(seen[3])).toBe(Uint8Array.prototype);
    client.socket.close();
  });

  it('sends the headers of the response, each cookie on its own line, byte for byte, but none that it negotiates', async () => {
    const app = quietApp(factories);
    app.get('/', (request, response) =>
      webSocket(
        request,
        response
          .withHeader('X-Room', 'caf\u00e9')
          .withAddedHeader('Set-Cookie', 'a=1')
          .withAddedHeader('Set-Cookie', 'b=2')
          .withHeader('Sec-WebSocket-Accept', 'x')
          .withHeader('sec-websocket-extensions', 'permessage-deflate')
          .withHeader('Sec-WebSocket-Protocol', 'x')
          .withHeader('Sec-WebSocket-Version', '8'),
        {},
      ),
    );
    const { port } = await served(app);
    const client = await rawClient(port);
    expect(client.head).toBe(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        'Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n' +
        'X-Room: caf\u00e9\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\n\r\n',
    );
    client.socket.destroy();
  });

  it('chooses the first of its subprotocols that the client offers', async () => {
    const protocols: string[] = [];
    const { url } = await servedSocket(
      { protocols: ['v2', 'v1'], onOpen: ({ protocol }) => void protocols.push(protocol) },
      factories,
    );
    const client = await opened(url, '/', { protocols: ['v1', 'v2'] });
    expect(client.socket.protocol).toBe('v2');
    client.socket.close();
    const plain = await opened(url, '/');
    expect(plain.headers['sec-websocket-protocol']).toBeUndefined();
    plain.socket.close();
    expect(protocols).toEqual(['v2', '']);
  });

  it.each([
    ['no Upgrade', { Upgrade: 'h2c' }, 426, 'upgrade: websocket'],
    ['version 8', { 'Sec-WebSocket-Version': '8' }, 426, 'sec-websocket-version: 13'],
    ['a malformed key', { 'Sec-WebSocket-Key': 'short' }, 400, ''],
    ['a malformed subprotocol', { 'Sec-WebSocket-Protocol': 'a,,' }, 400, ''],
    ['a foreign origin', { Origin: 'https://evil.example' }, 403, ''],
  ])('refuses %s with a response of the application', async (__, headers, status, field) => {
    const { port, errors, ends } = await servedSocket({}, factories);
    const response = await rawUntil(
      port,
      handshake('/', { Accept: 'application/json', ...headers }),
    );
    expect(response.toLowerCase()).toContain(field);
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(response).toContain('"code":"WEBSOCKET_');
    expect(errors).toEqual([]);
    expect(ends).toMatchObject([{ status }]);
  });
});

describe('the callbacks of a connection', () => {
  it('are called in order, with the request and its attributes', async () => {
    const notes: unknown[] = [];
    const app = quietApp();
    app
      .get('/chat/{room}', (request, response, { room }) =>
        webSocket(request, response, {
          onOpen: (socket) => void notes.push(['open', room, socket.request.getAttribute('user')]),
          onMessage: (_socket, message) => void notes.push(['message', message]),
          onClose: (_socket, code, reason) => void notes.push(['close', code, reason]),
        }),
      )
      .add((request, handler) => handler.handle(request.withAttribute('user', 'Ada')));
    const { url } = await served(app);
    const { socket } = await opened(url, '/chat/a');
    socket.send('one');
    socket.send('two');
    socket.close(4001, 'done');
    await waitFor(() => notes.length === 4);
    expect(notes).toEqual([
      ['open', 'a', 'Ada'],
      ['message', 'one'],
      ['message', 'two'],
      ['close', 4001, 'done'],
    ]);
  });

  it('wait for the promise of the previous one, including the last', async () => {
    const notes: string[] = [];
    const slow = (name: string) => async () => {
      notes.push(`${name} begins`);
      await sleep(20);
      notes.push(`${name} ends`);
    };
    const { url } = await servedSocket({
      onOpen: slow('open'),
      onMessage: slow('message'),
      onClose: slow('close'),
    });
    const { socket } = await opened(url, '/');
    socket.send('a');
    socket.close();
    await waitFor(() => notes.includes('close ends'));
    expect(notes).toEqual(
      ['open', 'message', 'close'].flatMap((name) => [`${name} begins`, `${name} ends`]),
    );
  });

  it('receive the messages that were sent with the handshake', async () => {
    const { port } = await servedSocket(echo);
    const text = await rawUntil(
      port,
      Buffer.concat([Buffer.from(handshake('/')), frame('early')]),
      'early',
    );
    expect(text).toMatch(/^HTTP\/1\.1 101 /);
  });

  it.each([
    ['onOpen', 'throws'],
    ['onMessage', 'throws'],
    ['onMessage', 'rejects'],
  ])('close with 1011 if %s %s, and reach onError with the route', async (name, how) => {
    const fail = () => {
      if (how === 'rejects') return Promise.reject(new Error('no'));
      throw new Error('no');
    };
    const closes: unknown[] = [];
    const app = quietApp();
    app.get('/chat/{room}', (request, response) =>
      webSocket(request, response, {
        [name]: fail,
        onClose: (_socket, code) => void closes.push(code),
      }),
    );
    const { url, errors } = await served(app);
    const client = await opened(url, '/chat/a');
    client.socket.send('a');
    client.socket.send('b');
    expect(await waitForEvent('the close', client.closed)).toEqual([1011, '']);
    await waitFor(() => closes.length === 1);
    expect(closes).toEqual([1011]);
    expect(errors).toMatchObject([
      [
        'Error: no',
        { target: '/chat/a', status: 101, phase: 'handler', route: { pattern: '/chat/{room}' } },
      ],
    ]);
  });

  it('report an error of onClose', async () => {
    const { url, errors } = await servedSocket({ onClose: () => Promise.reject(new Error('no')) });
    const { socket } = await opened(url, '/');
    socket.close();
    await waitFor(() => errors.length === 1);
    expect(errors).toMatchObject([['Error: no', { status: 101 }]]);
  });

  it.each([
    [
      'without a code',
      (client: { close(): void }) => {
        client.close();
      },
      1005,
    ],
    [
      'by losing the connection',
      (client: { terminate(): void }) => {
        client.terminate();
      },
      1006,
    ],
  ])('are told about a client that closes %s', async (_, close, code) => {
    const closes: unknown[] = [];
    const { url } = await servedSocket({ onClose: (__, ...how) => void closes.push(how) });
    const { socket } = await opened(url, '/');
    close(socket);
    await waitFor(() => closes.length === 1);
    expect(closes).toEqual([[code, '']]);
  });
});

describe('the socket of a connection', () => {
  /** A connection, both sides of it. */
  async function pair() {
    const sockets: WebSocketInterface[] = [];
    const notes: unknown[] = [];
    const server = await servedSocket({
      onOpen: (socket) => void sockets.push(socket),
      onMessage: (_socket, message) => void notes.push(message),
      onClose: (_socket, code, reason) => void notes.push([code, reason]),
    });
    const client = await opened(server.url, '/');
    return { server, client, notes, socket: sockets[0] as WebSocketInterface };
  }

  it('is open until one side begins to close', async () => {
    const { client, socket } = await pair();
    expect([socket.isOpen, socket.bufferedAmount]).toEqual([true, 0]);
    socket.close(3000, 'bye');
    expect(socket.isOpen).toBe(false);
    expect(await waitForEvent('the close', client.closed)).toEqual([3000, 'bye']);
  });

  it('sends what was sent before close, and nothing after it', async () => {
    const { client, notes, server, socket } = await pair();
    socket.send('before');
    socket.close();
    socket.close(1001);
    socket.send('after');
    expect(await waitForEvent('the close', client.closed)).toEqual([1000, '']);
    expect(client.messages).toEqual(['before']);
    await waitFor(() => notes.length === 1);
    socket.send('much later');
    expect([notes, server.errors]).toEqual([[[1000, '']], []]);
  });

  it('receives nothing after close', async () => {
    const { client, notes, socket } = await pair();
    socket.close();
    client.socket.send('late');
    await waitForEvent('the close', client.closed);
    await waitFor(() => notes.length === 1);
    expect(notes).toEqual([[1000, '']]);
  });

  it.each<[string, (socket: WebSocketInterface) => void]>([
    [
      'close.code',
      (socket) => {
        socket.close(1005);
      },
    ],
    [
      'close.code',
      (socket) => {
        socket.close('1000' as never);
      },
    ],
    [
      'close.reason',
      (socket) => {
        socket.close(1000, 'é'.repeat(62));
      },
    ],
    [
      'close.reason',
      (socket) => {
        socket.close(1000, 7 as never);
      },
    ],
    [
      'send.message',
      (socket) => {
        socket.send({} as never);
      },
    ],
    [
      'send.message',
      (socket) => {
        socket.send(undefined as never);
      },
    ],
  ])('refuses a wrong %s with OPTION_INVALID, and stays open', async (option, call) => {
    const { client, socket } = await pair();
    expect(() => {
      call(socket);
    }).toThrow(expect.objectContaining({ code: 'OPTION_INVALID', option }));
    socket.close(1000, 'x'.repeat(123));
    expect(await waitForEvent('the close', client.closed)).toEqual([1000, 'x'.repeat(123)]);
  });
});

it('is refused without Upgrade, by the status that says what to do', async () => {
  const { url } = await servedSocket({});
  const response = await fetch(url);
  expect([response.status, response.headers.get('Upgrade')]).toEqual([426, 'websocket']);
  expect(await response.text()).toContain('This address accepts only WebSocket connections.');
});

it('does not open a connection that is refused', async () => {
  const opens: unknown[] = [];
  const { url } = await servedSocket({ onOpen: (socket) => void opens.push(socket) });
  const { status } = await refused(url, '/', { origin: 'https://evil.example' });
  expect([status, opens]).toEqual([403, []]);
});
