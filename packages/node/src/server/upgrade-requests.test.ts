import { afterEach, describe, expect, it } from '@jest/globals';
import { upgradeTo } from '@mortise/base/upgrade';
import type { ErrorEvent, ServerRequestInterface, TakeConnection } from '@mortise/http-message';
import { factories } from '@mortise/message';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import {
  answer,
  bytes,
  closeServers,
  gate,
  type Handle,
  sleep,
  streamed,
} from '../../test/serving.js';
import { expectToLookOnceMore } from '../../test/stalled.js';
import { echo, handshake, upgraded, upgrading } from '../../test/upgrading.js';
import { get, lastGet, readResponses, talk, Wire } from '../../test/wire.js';
import { waitFor } from '../../test/wait-for.js';
import { fromConnect } from '../index.js';
import { rawExchangeOf } from '../request/raw-exchange.js';

afterEach(closeServers);

describe('an upgrade that is a request', () => {
  it('reaches the handler as a GET with its headers, and the client with those of the response', async () => {
    const { port, requests } = await upgrading(() =>
      upgraded()
        .withHeader('X-Room', 'a')
        .withAddedHeader('Set-Cookie', 'a=1')
        .withAddedHeader('Set-Cookie', 'b=2')
        .withHeader('Content-Length', '7'),
    );
    const wire = new Wire(port).send(handshake('/chat/a?b'));
    const head = await wire.hear((text) => text.endsWith('\r\n\r\n'));
    expect(head).toBe(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nX-Room: a\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\n\r\n',
    );
    const [request] = requests;
    expect([request?.getMethod(), request?.getRequestTarget()]).toEqual(['GET', '/chat/a?b']);
    expect(request?.getHeaderLine('Upgrade')).toBe('websocket');
    expect(request?.getServerParams()['REMOTE_ADDR']).toBe('127.0.0.1');
    wire.destroy();
  });

  it('has the bytes that were sent early, in order, even while the handler waits', async () => {
    const { opened, open } = gate();
    const { port, requests } = await upgrading(() => opened.then(() => upgraded()));
    const wire = new Wire(port).send(`${handshake()}one `);
    await waitFor(() => requests.length === 1);
    wire.send('two ');
    await sleep(20);
    open();
    await wire.hear((text) => text.endsWith('one two '));
    wire.send('three');
    await wire.hear((text) => text.endsWith('one two three'));
    wire.destroy();
  });

  it('ends its request with its connection, with the status 101', async () => {
    const { port, ends, requests } = await upgrading(() => upgraded());
    const wire = new Wire(port).send(handshake());
    await wire.hear((text) => text.includes(' 101 '));
    expect(requests[0]?.getLifetime().ended).toBe(false);
    wire.socket.end();
    await waitFor(() => ends.length === 1);
    expect(ends).toEqual([{ status: 101, bytes: 0, error: null }]);
    expect(requests[0]?.getLifetime().signal.aborted).toBe(false);
  });

  it('aborts its request if the connection fails', async () => {
    const { port, ends } = await upgrading(() => upgraded());
    const wire = new Wire(port).send(handshake());
    await wire.hear((text) => text.includes(' 101 '));
    wire.socket.resetAndDestroy();
    await waitFor(() => ends.length === 1);
    expect(ends).toMatchObject([{ status: 101, error: { code: 'REQUEST_ABORTED' } }]);
  });

  it('outlives the timeouts of requests', async () => {
    const limits = {
      handlerTimeout: 40,
      keepAliveTimeout: 40,
      writeTimeout: 40,
      checkInterval: 10,
    };
    const { port, errors } = await upgrading(() => sleep(5).then(() => upgraded()), { limits });
    const wire = new Wire(port).send(handshake());
    await wire.hear((text) => text.includes(' 101 '));
    await sleep(200);
    wire.send('still there');
    expect(await wire.hear((text) => text.endsWith('there'))).toContain('still there');
    expect(errors).toEqual([]);
    wire.destroy();
  });

  it('is timed until the handler responds', async () => {
    const limits = { handlerTimeout: 40, checkInterval: 10 };
    const taken: unknown[] = [];
    const { opened, open } = gate();
    const late = upgraded(() => void taken.push(1));
    const { port, ends } = await upgrading(() => opened.then(() => late), { limits });
    const [response] = readResponses(await talk(port, handshake()), true);
    expect([response?.status, response?.fields.get('connection')]).toEqual([503, ['close']]);
    expect(ends).toMatchObject([{ status: 503, error: { code: 'HANDLER_TIMEOUT' } }]);
    open();
    await sleep(5);
    expect(taken).toEqual([]);
  });

  it('waits for the pending responses before it', async () => {
    const { port } = await upgrading((request) =>
      request.getUri().getPath() === '/chat' ? upgraded() : sleep(30).then(() => answer('x')),
    );
    const wire = new Wire(port).send(get() + get() + handshake('/chat'));
    await wire.hear((text) => text.includes(' 101 '));
    expect(wire.heard.match(/HTTP\/1\.1 \d+/g)).toEqual([
      'HTTP/1.1 200',
      'HTTP/1.1 200',
      'HTTP/1.1 101',
    ]);
    wire.destroy();
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no'))],
  ])('loses only its own connection if its take %s', async (_, take: TakeConnection) => {
    const events: ErrorEvent[] = [];
    const onError = (__: unknown, event: ErrorEvent) => void events.push(event);
    const { port, ends } = await upgrading(
      (request) => (request.hasHeader('Upgrade') ? upgraded(take) : answer('hello')),
      { onError },
    );
    expect(await talk(port, handshake('/chat'))).toBe('');
    expect(events).toMatchObject([{ target: '/chat', status: 101, phase: 'handler' }]);
    expect(ends).toMatchObject([{ status: 101 }]);
    expect(await talk(port, lastGet())).toContain('hello');
  });

  it('reports errors with its request, and keeps its connection', async () => {
    const events: unknown[] = [];
    const { port, requests } = await upgrading(
      () =>
        upgraded((connection) => {
          connection.report(new Error('later'));
          return echo(connection);
        }),
      {
        onError: (error, { request, status }) => void events.push([String(error), request, status]),
      },
    );
    const wire = new Wire(port).send(`${handshake()}x`);
    await wire.hear((text) => text.endsWith('x'));
    expect(events).toEqual([['Error: later', requests[0], 101]]);
    wire.destroy();
  });

  it('is not possible to a protocol that the client did not request', async () => {
    const { port, errors } = await upgrading(() =>
      upgradeTo(factories.createResponse(), 'telnet', echo),
    );
    expect(await talk(port, handshake())).toMatch(/^HTTP\/1\.1 500 /);
    expect(errors).toMatchObject([{ code: 'RESPONSE_INVALID' }]);
  });

  it('passes a Connect-style layer, whose headers are sent with the 101', async () => {
    const layer = fromConnect((_, res, next) => {
      res.end = res.end.bind(res);
      res.setHeader('X-Layer', 'yes');
      next();
    });
    const { port } = await upgrading((request) =>
      layer.process(request, { handle: () => upgraded() }),
    );
    const wire = new Wire(port).send(`${handshake()}hello`);
    const heard = await wire.hear((text) => text.endsWith('hello'));
    expect(heard).toContain('X-Layer: yes\r\n');
    wire.destroy();
  });
});

describe('any other response to an upgrade', () => {
  it.each<[string, Handle, number, string]>([
    ['an ordinary one', () => answer('no', 403), 403, 'no'],
    ['a later one', () => sleep(5).then(() => answer('no', 401)), 401, 'no'],
    [
      'an error',
      () => Promise.reject(Object.assign(new Error('no'), { status: 404 })),
      404,
      'Not Found',
    ],
  ])('is sent whole, and closes the connection: %s', async (_, handle, status, body) => {
    const { port, ends } = await upgrading(handle);
    // What follows is neither a request nor an error.
    const responses = readResponses(await talk(port, `${handshake()}${get()}`), true);
    expect(responses).toMatchObject([{ status, complete: true }]);
    expect(responses[0]?.body.toString()).toBe(body);
    expect(responses[0]?.fields.get('connection')).toEqual(['close']);
    expect(ends).toMatchObject([{ status, bytes: body.length }]);
  });

  it('is streamed with backpressure', async () => {
    const size = 1024 * 1024;
    async function* chunks() {
      for (let sent = 0; sent < size; sent += 64 * 1024) {
        yield await Promise.resolve(bytes('x'.repeat(64 * 1024)));
      }
    }
    const { port, ends } = await upgrading(() => streamed(chunks()));
    const [response] = readResponses(await talk(port, handshake(), 20_000), true);
    expect([response?.complete, response?.body.length]).toEqual([true, size]);
    expect(ends).toMatchObject([{ status: 200, bytes: size, error: null }]);
  });

  async function* endless() {
    for (;;) yield await Promise.resolve(bytes('x'.repeat(64 * 1024)));
  }

  it('is cut off only after the system was asked what the client has read', async () => {
    const { port, requests } = await upgrading(() => streamed(endless()));
    const wire = new Wire(port);
    wire.socket.pause();
    wire.send(handshake());
    await waitFor(() => requests.length === 1);
    const outgoing = () => rawExchangeOf(requests[0] as ServerRequestInterface)?.outgoing;
    await waitFor(() => outgoing()?.writableNeedDrain === true);
    await expectToLookOnceMore(outgoing()?.req.socket as Socket);
    wire.destroy();
  });

  it('is cut off for a client that reads nothing', async () => {
    const limits = { writeTimeout: 50 };
    const { port, ends } = await upgrading(() => streamed(endless()), { limits });
    const wire = new Wire(port);
    wire.socket.pause();
    wire.send(handshake());
    await waitFor(() => ends.length === 1);
    expect(ends).toMatchObject([{ status: 200, error: { code: 'REQUEST_ABORTED' } }]);
    wire.destroy();
  });

  it('is a 500 for a value that is not a response', async () => {
    const { port, errors } = await upgrading(() => Promise.resolve(undefined as never));
    expect(await talk(port, handshake())).toMatch(/^HTTP\/1\.1 500 /);
    expect(errors).toMatchObject([{ code: 'RESPONSE_INVALID' }]);
  });
});

describe('a client that leaves during its handshake', () => {
  it.each([
    ['ends its side', (wire: Wire) => void wire.socket.end()],
    ['resets the connection', (wire: Wire) => void wire.socket.resetAndDestroy()],
  ])('aborts the request when it %s', async (_, leave) => {
    const { opened, open } = gate();
    const taken: unknown[] = [];
    const { port, ends, requests, errors } = await upgrading(() =>
      opened.then(() => upgraded(() => void taken.push(1))),
    );
    const wire = new Wire(port).send(handshake());
    await waitFor(() => requests.length === 1);
    leave(wire);
    await waitFor(() => ends.length === 1);
    expect(ends).toMatchObject([{ status: null, error: { code: 'REQUEST_ABORTED' } }]);
    open();
    await sleep(5);
    expect([taken, errors]).toEqual([[], []]);
    wire.destroy();
  });

  it('is read no further than the buffer of its connection', async () => {
    const flood = Buffer.alloc(16 * 1024 * 1024, 'x');
    const { opened, open } = gate();
    let received = 0;
    const count: TakeConnection = ({ socket }) => {
      (socket as Duplex).on('data', ({ length }: Buffer) => (received += length));
    };
    const { port, requests } = await upgrading(() => opened.then(() => upgraded(count)));
    const wire = new Wire(port).send(handshake());
    await waitFor(() => requests.length === 1);
    wire.send(flood);
    await sleep(100);
    expect(wire.socket.writableLength).toBeGreaterThan(0);
    open();
    await waitFor(() => received === flood.length);
    wire.destroy();
  });
});

describe('an upgrade request that is refused before the handler', () => {
  it.each([
    ['a body', 'Content-Length: 2'],
    ['a coding', 'Transfer-Encoding: chunked'],
  ])('has %s: 400', async (_, field) => {
    const { port, requests } = await upgrading(() => upgraded());
    const text = get('/', 'Connection: Upgrade', 'Upgrade: websocket', field);
    expect(await talk(port, `${text}xy`)).toMatch(/^HTTP\/1\.1 400 /);
    expect(requests).toEqual([]);
  });

  it('passes with an empty body', async () => {
    const { port } = await upgrading(() => upgraded());
    const wire = new Wire(port).send(
      get('/', 'Connection: Upgrade', 'Upgrade: websocket', 'Content-Length: 0'),
    );
    await wire.hear((text) => text.includes(' 101 '));
    wire.destroy();
  });
});
