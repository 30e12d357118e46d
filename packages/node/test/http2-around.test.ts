import type { Duplex } from 'node:stream';
import type { MiddlewareInterface } from '@mortise/http-message';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type ConnectHandler, fromConnect } from '../src/index.js';
import { ask, client, closeClients } from './http2-client.js';
import { FrameWire, request, RST_STREAM } from './http2-wire.js';
import { answer, closeServers, serving } from './serving.js';
import { get, talk } from './wire.js';

const LOWER = { upgrade: 1, connection: 1, 'keep-alive': 1, 'proxy-connection': 1, te: 1 };

afterEach(() => {
  closeClients();
  return closeServers();
});

describe('fromConnect over HTTP/2', () => {
  const behind = (handler: ConnectHandler) => {
    const middleware: MiddlewareInterface = fromConnect(handler);
    const inner = {
      handle: () => answer('inner', 200, { 'X-Inner': 'kept', 'Set-Cookie': ['a=1', 'b=2'] }),
    };
    return serving((asked) => middleware.process(asked, inner), { http2: true });
  };

  it('adds the headers that the handler set, unless the response has them', async () => {
    const { url } = await behind((_, outgoing, next) => {
      outgoing.setHeader('X-Frame-Options', 'DENY');
      outgoing.setHeader('X-Inner', 'overruled');
      next();
    });
    const { headers, body } = await ask(client(url));
    expect([headers['x-frame-options'], headers['x-inner'], headers['set-cookie'], body]).toEqual([
      'DENY',
      'kept',
      ['a=1', 'b=2'],
      'inner',
    ]);
  });

  it.each([
    ['an object', { 'X-By': 'connect' }],
    ['a list', ['X-By', 'connect']],
    ['pairs', [['X-By', 'connect']]],
  ])('sends the response that a handler ends itself, with headers as %s', async (_, fields) => {
    const { url } = await behind((incoming, outgoing) => {
      outgoing.setHeader('X-Peer', String(incoming.socket.remoteAddress));
      outgoing.writeHead(418, fields as Record<string, string>).end('teapot');
    });
    const { status, headers, body } = await ask(client(url));
    expect([status, headers['x-by'], headers['x-peer'], body]).toEqual([
      418,
      'connect',
      '127.0.0.1',
      'teapot',
    ]);
  });

  it('lets a handler set the options of a socket that event streams set, without an effect', async () => {
    const { url } = await behind(({ socket }, outgoing) => {
      socket.setKeepAlive(true).setNoDelay(true).setTimeout(0);
      outgoing.end('data: x');
    });
    const { status, body } = await ask(client(url));
    expect([status, body]).toEqual([200, 'data: x']);
  });
});

describe('headers of a connection, over HTTP/2', () => {
  const upgrade = { Upgrade: 'websocket', Connection: 'Upgrade', 'Keep-Alive': 'timeout=5' };
  const failing = (fields: Readonly<Record<string, string>>, thrown: object): ConnectHandler => {
    return (_, outgoing, next) => {
      for (const [name, value] of Object.entries(fields)) outgoing.setHeader(name, value);
      next(Object.assign(new Error('no'), { status: 426 }, thrown));
    };
  };

  it.each([
    [
      'of an error, after a layer that has set others',
      failing({ 'X-A': '1' }, { headers: upgrade }),
    ],
    [
      'that a failed layer has set',
      failing({ 'X-A': '1', ...upgrade, 'Proxy-Connection': 'x' }, {}),
    ],
    ['of both', failing({ 'X-A': '1', ...upgrade, TE: 'gzip' }, { headers: upgrade })],
  ])('are not sent: those %s', async (_, handler) => {
    const middleware = fromConnect(handler);
    const inner = { handle: () => answer('inner') };
    const { url, errors } = await serving((asked) => middleware.process(asked, inner), {
      http2: true,
    });
    const { status, headers } = await ask(client(url));
    const names = Object.keys(headers).filter((name) => name in LOWER || name === 'x-a');
    expect([status, names, errors]).toEqual([426, ['x-a'], []]);
  });

  it('are not sent: those of a response after a layer that has failed', async () => {
    const middleware = fromConnect(failing({ 'X-A': '1' }, {}));
    const inner = { handle: () => answer('inner') };
    const { url, errors } = await serving(
      async (asked) => {
        try {
          return await middleware.process(asked, inner);
        } catch {
          return answer('instead', 426, upgrade);
        }
      },
      { http2: true },
    );
    const { status, headers, body } = await ask(client(url));
    expect([status, headers['x-a'], headers['upgrade'], body, errors]).toEqual([
      426,
      '1',
      undefined,
      'instead',
      [],
    ]);
  });

  it('that a layer has set itself on the native response are not sent', async () => {
    const middleware = fromConnect((_, outgoing) => {
      outgoing.writeHead(426, { ...upgrade, 'X-A': '1' }).end('own');
    });
    const inner = { handle: () => answer('inner') };
    const { url } = await serving((asked) => middleware.process(asked, inner), { http2: true });
    const { status, headers, body } = await ask(client(url));
    expect([status, headers['x-a'], headers['upgrade'], body]).toEqual([
      426,
      '1',
      undefined,
      'own',
    ]);
  });
});

describe('trustProxy over HTTP/2', () => {
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'public' };

  it.each([
    ['trusts a proxy in the list', ['127.0.0.1'], 'https://public/'],
    ['trusts no other peer', [], null],
  ])('%s', async (_, trustProxy, uri) => {
    const handle = { trustProxy, http2: true };
    const { url } = await serving((asked) => answer(String(asked.getUri())), handle);
    expect((await ask(client(url), forwarded)).body).toBe(uri ?? `${url}/`);
  });
});

describe('upgrade beside HTTP/2', () => {
  const upgrade = (_: unknown, socket: Duplex): void => {
    socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n');
  };

  it('takes over HTTP/1.1 connections', async () => {
    const { port } = await serving(() => answer('x'), { http2: true, upgrade });
    const asked = get('/', 'Connection: Upgrade', 'Upgrade: websocket');
    expect(await talk(port, asked)).toMatch(/^HTTP\/1\.1 101 /);
  });

  it('is not offered over HTTP/2 (RFC 8441)', async () => {
    const { port } = await serving(() => answer('x'), { http2: true, upgrade });
    const wire = new FrameWire(port).headers(1, 0, ...request('CONNECT'), [
      ':protocol',
      'websocket',
    ]);
    await wire.hearFrame(({ type, stream }) => type === RST_STREAM && stream === 1);
    wire.destroy();
  });
});
