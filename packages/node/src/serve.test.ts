import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { factories } from '@mortise/message';
import { type ListenOptions, Server } from 'node:net';
import { answer, closeServers, serving, sleep } from '../test/serving.js';
import { get, lastGet, readResponses, talk, Wire } from '../test/wire.js';
import { NodeAdapterError, serve } from './index.js';
import { rawExchangeOf } from './request/raw-exchange.js';

afterEach(closeServers);

const hello = { handle: () => answer('hello') };

describe('serve', () => {
  it('returns a free port and a URL that responds', async () => {
    const server = await serving(hello.handle);
    const response = await fetch(server.url);
    expect([server.url, await response.text()]).toEqual([
      `http://127.0.0.1:${server.port}`,
      'hello',
    ]);
  });

  it('listens on port 3000 of this machine alone by default', async () => {
    const place = await serve(hello, { factories }).then(
      (server) => server.close().then(() => server.url),
      (error: unknown) => (error as Error).message, // another program has the port
    );
    expect(place).toMatch(/^http:\/\/127\.0\.0\.1:3000$|^port 3000 is in use/);
  });

  it('puts an IPv6 address in brackets', async () => {
    const server = await serving(hello.handle, { host: '::ffff:127.0.0.1' });
    expect(server.url).toBe(`http://[::ffff:127.0.0.1]:${server.port}`);
  });

  it('says in one sentence that a port is in use', async () => {
    const { port } = await serving(hello.handle);
    const error: unknown = await serve(hello, { factories, port }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(NodeAdapterError);
    expect(error).toMatchObject({
      code: 'PORT_IN_USE',
      message: `port ${port} is in use: stop the server that uses it, or choose another port`,
      cause: { code: 'EADDRINUSE' },
    });
  });

  it.each([
    [{ port: 70_000 }, 'OPTION_INVALID'],
    [{ port: -1 }, 'OPTION_INVALID'],
    [{ host: '203.0.113.1', port: 0 }, 'HOST_UNAVAILABLE'],
    [{ limits: { headerCount: -1 } }, 'OPTION_INVALID'],
    [{ limits: { bodyTimeout: 1.5 } }, 'OPTION_INVALID'],
    [{ limits: { headersTimeout: 2_000, requestTimeout: 1_000 } }, 'OPTION_INVALID'],
    [{ closeTimeout: Infinity }, 'OPTION_INVALID'],
    [{ trustProxy: ['10.0.0.0/33'] }, 'OPTION_INVALID'],
    [{ overload: {}, onError: null }, 'OPTION_INVALID'],
    [{ signal: AbortSignal.abort() }, 'SERVER_CLOSED'],
  ])('refuses %j with %s', async (options, code) => {
    await expect(serve(hello, { factories, ...options } as never)).rejects.toMatchObject({ code });
  });

  it('refuses to run on Bun, which cannot close its servers, and names the package for it', async () => {
    const { versions } = process;
    Object.defineProperty(process, 'versions', { value: { ...versions, bun: '1.4.5' } });
    const starting = serve(hello, { factories, port: 0 });
    Object.defineProperty(process, 'versions', { value: versions });
    await expect(starting).rejects.toMatchObject({ code: 'RUNTIME_UNSUPPORTED' });
    await expect(starting).rejects.toThrow('use toFetchHandler from @mortise/fetch');
  });

  it('says of a signal that has aborted which option that is', async () => {
    const signal = AbortSignal.abort();
    await expect(serve(hello, { factories, port: 0, signal })).rejects.toThrow(
      'the signal passed to serve has already been aborted',
    );
  });

  it('closes when its signal fires', async () => {
    const controller = new AbortController();
    const server = await serving(hello.handle, { signal: controller.signal });
    controller.abort();
    await server.close();
    await expect(fetch(server.url)).rejects.toThrow();
  });

  it('closes if its signal fires while it begins to listen', async () => {
    const controller = new AbortController();
    const listen = jest.spyOn(Server.prototype, 'listen');
    listen.mockImplementationOnce(function (this: Server, where) {
      controller.abort();
      return this.listen(where as ListenOptions);
    });
    const server = await serving(hello.handle, { signal: controller.signal });
    listen.mockRestore();
    expect(server.ready).toBe(false);
    await server.close();
  });

  it('leaves no listener on a signal that outlives the server', async () => {
    const controller = new AbortController();
    let listeners = 0;
    const { signal } = controller;
    Object.assign(signal, {
      addEventListener: () => listeners++,
      removeEventListener: () => listeners--,
    });
    const server = await serving(hello.handle, { signal });
    await server.close();
    expect(listeners).toBe(0);
  });

  it('hides no error of the server once it listens', async () => {
    let listeners = -1;
    const { port } = await serving((request) => {
      const socket = rawExchangeOf(request)?.incoming.socket as { readonly server?: Server };
      listeners = socket.server?.listenerCount('error') ?? -1;
      return answer('x');
    });
    await talk(port, lastGet());
    expect(listeners).toBe(0);
  });

  it('closes connections over the limit', async () => {
    const { port } = await serving(hello.handle, { limits: { connections: 1 } });
    const first = new Wire(port).send(get());
    await first.hear((text) => text.includes('hello'));
    expect(await talk(port, lastGet())).toBe('');
    first.destroy();
  });

  it('closes a connection after the maximum number of requests', async () => {
    const { port } = await serving(hello.handle, { limits: { requestsPerSocket: 2 } });
    const responses = readResponses(await talk(port, get() + get()), true);
    expect(responses.map(({ status, fields }) => [status, fields.get('connection')])).toEqual([
      [200, ['keep-alive']],
      [200, ['close']],
    ]);
  });

  it('closes an idle connection after its timeout', async () => {
    const { port } = await serving(hello.handle, { limits: { keepAliveTimeout: 1 } });
    const wire = new Wire(port).send(get());
    await wire.untilClosed();
    expect(wire.heard).toContain('hello');
  });

  it('announces how long an idle connection is kept, except with the last response', async () => {
    const { port } = await serving(hello.handle, { limits: { keepAliveTimeout: 7_500 } });
    const responses = readResponses(await talk(port, get() + lastGet()), true);
    expect(responses.map(({ fields }) => fields.get('keep-alive'))).toEqual([
      ['timeout=7'],
      undefined,
    ]);
  });

  it('does not treat a connection as idle that waits for a response or sends a request', async () => {
    // Idle is what ten looks in a row found idle: between two of them all that has come is read.
    const slow = () => sleep(200).then(() => answer('hello'));
    const { port } = await serving(slow, { limits: { keepAliveTimeout: 100, checkInterval: 10 } });
    const wire = new Wire(port).send(get());
    await wire.hear((text) => text.includes('hello'));
    const [first, ...rest] = get('/second', 'Connection: close').split('\r\n');
    wire.send(`${first ?? ''}\r\n`);
    await sleep(200);
    wire.send(rest.join('\r\n'));
    await wire.untilClosed();
    expect(readResponses(wire.heard, true)).toHaveLength(2);
  });

  it.each([
    ['an empty line', get(), '\r\n'],
    ['the rest of a body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n', 'some body'],
  ])('closes a connection that has sent only %s after its response', async (_, request, rest) => {
    const limits = { keepAliveTimeout: 500, headersTimeout: 200, checkInterval: 10 };
    const { port } = await serving(hello.handle, { limits });
    const wire = new Wire(port).send(request);
    await wire.hear((text) => text.includes('hello'));
    await sleep(50);
    wire.send(rest);
    expect(readResponses(await wire.untilClosed(), true)).toHaveLength(1);
  });
});
