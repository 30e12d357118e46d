/** The client against servers of real sockets: what it sends, what it returns, and what it does with failures. */
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { Agent, interceptors, Pool } from 'undici';
import { freePort } from '../../../tooling/setup/free-port.js';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import { type DispatcherInterface, NetworkError, RequestError } from '../src/index.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { clientsOf, http, listening, raw } from './servers.js';

/** undici's message. */
const MISMATCH = 'Request body length does not match content-length header';

describe.each(implementations)('with %s', (_, factories) => {
  const client = clientsOf(factories);
  const get = (url: string) => factories.createRequest('GET', url);

  it('sends method, path, headers and body, and returns status, headers and body', async () => {
    const seen: IncomingMessage[] = [];
    const url = await http((incoming, outgoing) => {
      seen.push(incoming);
      outgoing.writeHead(201, 'Made', [
        'Set-Cookie',
        'a=1',
        'set-cookie',
        'b=2',
        'X-Odd',
        '\u00e9',
      ]);
      incoming.pipe(outgoing);
    });
    const request = factories
      .createRequest('POST', `${url}/a%2Fb?c=d`)
      .withAddedHeader('X-A', '1')
      .withAddedHeader('X-A', '2')
      .withBody(factories.createStream('h\u00e9llo'));
    const response = await client().sendRequest(request);
    expect([response.getStatusCode(), response.getReasonPhrase()]).toEqual([201, 'Made']);
    expect(response.getHeader('Set-Cookie')).toEqual(['a=1', 'b=2']);
    expect(response.getHeaderLine('X-Odd')).toBe('\u00e9');
    expect(await response.getBody().text()).toBe('h\u00e9llo');
    expect([seen[0]?.method, seen[0]?.url]).toEqual(['POST', '/a%2Fb?c=d']);
    expect(seen[0]?.headers).toMatchObject({
      'x-a': '1, 2',
      'content-length': '6',
      host: new URL(url).host,
    });
  });

  it('returns 4xx, 5xx and redirects as they are, with compressed bytes', async () => {
    const packed = gzipSync('page');
    const url = await http((incoming, outgoing) => {
      const status = Number(incoming.url?.slice(1));
      outgoing.writeHead(status, { Location: '/200', 'Content-Encoding': 'gzip' }).end(packed);
    });
    for (const status of [302, 404, 500]) {
      const response = await client().sendRequest(get(`${url}/${status}`));
      expect(response.getStatusCode()).toBe(status);
      expect(Buffer.from(await response.getBody().getContents())).toEqual(packed);
    }
  });

  it('sends a body of unknown length in chunks, and reads large ones with back-pressure', async () => {
    const url = await http((incoming, outgoing) => {
      outgoing.setHeader('X-Coding', String(incoming.headers['transfer-encoding']));
      incoming.pipe(outgoing);
    });
    async function* parts() {
      for (let part = 0; part < 50; part++) yield await Promise.resolve(Buffer.alloc(20_000, part));
    }
    const body = factories.createStreamFromResource(parts());
    const request = factories.createRequest('PUT', url).withBody(body);
    const response = await client().sendRequest(request);
    let size = 0;
    for await (const chunk of response.getBody()) size += chunk.length;
    expect([response.getHeaderLine('X-Coding'), size]).toEqual(['chunked', 1_000_000]);
  });

  it.each([
    ['a relative URI', '/books', {}],
    ['another scheme', 'ftp://a.example/', {}],
    ['a user', 'http://ada:secret@a.example/', {}],
    ['a header of the connection', 'http://127.0.0.1:9/', { Upgrade: 'h2c' }],
    ['an expectation', 'http://127.0.0.1:9/', { Expect: '100-continue' }],
    ['a length without a body', 'http://127.0.0.1:9/', { 'Content-Length': '9' }],
    ['a length that is not a number', 'http://127.0.0.1:9/', { 'Content-Length': 'abc' }],
    ['two lengths', 'http://127.0.0.1:9/', { 'Content-Length': '0, 0' }],
  ])('refuses %s, without the secret in the text', async (_name, url, headers) => {
    let request = get(url);
    for (const [name, value] of Object.entries(headers)) request = request.withHeader(name, value);
    const error: unknown = await client()
      .sendRequest(request)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RequestError);
    expect(error).toMatchObject({ code: 'REQUEST_INVALID', request });
    expect(error).not.toHaveProperty('status');
    expect(String(error)).not.toContain('secret');
  });

  it.each<[string, string, (socket: Socket) => void]>([
    ['UPSTREAM_RESET', 'resets', (socket) => socket.resetAndDestroy()],
    ['UPSTREAM_RESET', 'closes', (socket) => socket.end()],
    ['UPSTREAM_TIMEOUT', 'sends nothing', () => undefined],
    ['RESPONSE_INVALID', 'sends garbage', (socket) => socket.write('SSH-2.0\r\n\r\n')],
    [
      'RESPONSE_INVALID',
      'sends the status 999',
      (socket) => socket.write('HTTP/1.1 999 A\r\nContent-Length: 0\r\n\r\n'),
    ],
    [
      'RESPONSE_INVALID',
      'sends a transfer coding that no request has asked for',
      (socket) =>
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\nConnection: close\r\n\r\nhi'),
    ],
    [
      'RESPONSE_INVALID',
      'sends two lengths',
      (socket) =>
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'),
    ],
    [
      'RESPONSE_INVALID',
      'asks to continue although nobody expects it',
      (socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n'),
    ],
    [
      'RESPONSE_INVALID',
      'switches protocols although nobody asked',
      (socket) => socket.write('HTTP/1.1 101 A\r\nUpgrade: a\r\nConnection: upgrade\r\n\r\n'),
    ],
  ])('fails with %s if the server %s', async (code, name, misbehave) => {
    const url = await raw(misbehave);
    // Others do not wait for this limit, nor for another one: the test would fail before.
    const timeout = name === 'sends nothing' ? 3_000 : 600_000;
    const sender = client({ retry: false, timeout, headersTimeout: 600_000 });
    const sending = sender.sendRequest(get(`${url}/?key=secret`));
    const error: unknown = await sending.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ code });
    expect(error).not.toHaveProperty('status');
    expect(String(error)).not.toContain('secret');
  });

  it.each([
    ['a header', 'Set-Cookie: a=secret\r\nNo header: secret\r\n\r\nsecret'],
    ['a value', 'X: a\u0001\r\nContent-Length: 6\r\n\r\nsecret'],
    ['a chunk', 'Transfer-Encoding: chunked\r\n\r\nsecret\r\n'],
  ])('has no bytes of a response with an invalid part in its error: %s', async (_case, rest) => {
    const url = await raw((socket) => socket.write(`HTTP/1.1 200 OK\r\n${rest}`));
    const error: unknown = await client({ retry: false })
      .sendRequest(get(url))
      .then((response) => response.getBody().text())
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'RESPONSE_INVALID' });
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('secret');
  });

  it('fails with CONNECT_FAILED if nothing listens', async () => {
    const url = `http://127.0.0.1:${await freePort()}/`;
    const limits = { timeout: 600_000, headersTimeout: 600_000, connectTimeout: 600_000 };
    const sending = client({ retry: false, ...limits }).sendRequest(get(url));
    await expect(sending).rejects.toMatchObject({ code: 'CONNECT_FAILED' });
  });

  it('fails with CONNECT_FAILED after close', async () => {
    const url = await http((_incoming, outgoing) => outgoing.end());
    const sender = client({ retry: false });
    expect((await sender.sendRequest(get(url))).getStatusCode()).toBe(200);
    await Promise.all([sender.close(), sender.close()]);
    await sender.close();
    await expect(sender.sendRequest(get(url))).rejects.toMatchObject({ code: 'CONNECT_FAILED' });
  });

  it('limits an attempt of which only interim responses arrive by headersTimeout', async () => {
    const url = await raw((socket) => {
      const timer = setInterval(
        () => socket.write('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'),
        20,
      );
      socket.on('close', () => {
        clearInterval(timer);
      });
    });
    // Far more than the first of them takes on a busy machine.
    const sender = client({ retry: false, headersTimeout: 1_500 });
    await expect(sender.sendRequest(get(url))).rejects.toMatchObject({
      code: 'UPSTREAM_TIMEOUT',
      cause: { message: 'received only interim responses within 1500 ms' },
    });
  });

  it('does not count the time of a body that follows an interim response', async () => {
    const url = await http((incoming, outgoing) => {
      outgoing.writeEarlyHints({ link: '</a>; rel=preload' });
      incoming.on('end', () => outgoing.end('done')).resume();
    });
    const slow = async function* () {
      for (const part of ['a', 'b', 'c', 'd']) {
        await new Promise((resolve) => setTimeout(resolve, 300));
        yield Buffer.from(part);
      }
    };
    const body = factories.createStreamFromResource(slow());
    // Less than the body takes, and far more than the response after it.
    const sender = client({ retry: false, headersTimeout: 1_000 });
    const request = factories.createRequest('POST', url).withBody(body);
    const response = await sender.sendRequest(request);
    expect(await response.getBody().text()).toBe('done');
  });

  it('limits each attempt and the pauses of a body by headersTimeout', async () => {
    const url = await http((incoming, outgoing) => {
      if (incoming.url === '/begun') outgoing.write('begun');
    });
    // Far more than the head of a response takes on a busy machine.
    const sender = client({ retry: false, headersTimeout: 1_500 });
    const [head, response] = await Promise.all([
      sender.sendRequest(get(url)).catch((thrown: unknown) => thrown),
      sender.sendRequest(get(`${url}/begun`)),
    ]);
    expect(head).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    await expect(response.getBody().getContents()).rejects.toMatchObject({
      code: 'UPSTREAM_TIMEOUT',
    });
  });

  it('refuses CONNECT, which opens a tunnel', async () => {
    const request = factories.createRequest('CONNECT', 'http://127.0.0.1:9/');
    await expect(client().sendRequest(request)).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
  });

  it.each([204, 205, 304])('ends a %i with its head, whatever its length', async (status) => {
    const body = status === 205 ? 'ab' : '';
    const url = await raw((socket) => {
      socket.write(`HTTP/1.1 ${status} A\r\nContent-Length: 2\r\n\r\n${body}`);
    });
    const response = await client().sendRequest(get(url));
    expect([response.getStatusCode(), await response.getBody().text()]).toEqual([status, '']);
    expect(response.getHeaderLine('Content-Length')).toBe('2');
  });

  it.each(['\u00dc', '\u20ac', '\ufffd'])(
    'takes a response with any reason: %s',
    async (reason) => {
      for (const encoding of ['latin1', 'utf8'] as const) {
        const url = await raw((socket) => {
          socket.write(`HTTP/1.1 404 ${reason}\r\nContent-Length: 0\r\n\r\n`, encoding);
        });
        expect((await client().sendRequest(get(url))).getStatusCode()).toBe(404);
      }
    },
  );

  it('drops 1xx responses', async () => {
    const url = await raw((socket) => {
      socket.write('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n');
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    });
    const response = await client().sendRequest(get(url));
    expect([response.getStatusCode(), response.hasHeader('Link')]).toEqual([200, false]);
    expect(await response.getBody().text()).toBe('ok');
  });

  it.each<[string, Record<string, string>, boolean]>([
    ['fails', {}, true],
    ['is shorter than its Content-Length', { 'Content-Length': '9' }, false],
    ['is longer than its Content-Length', { 'Content-Length': '2' }, false],
  ])('fails with REQUEST_INVALID if the body of the request %s', async (_name, headers, fails) => {
    const url = await http((incoming) => {
      incoming.on('error', () => undefined).resume();
    });
    let left = false;
    async function* parts() {
      try {
        yield await Promise.resolve(Buffer.from('begun'));
        if (fails) throw new Error('disk');
        yield Buffer.from('!');
      } finally {
        left = true;
      }
    }
    let request = factories
      .createRequest('POST', url)
      .withBody(factories.createStreamFromResource(parts()));
    for (const [name, value] of Object.entries(headers)) request = request.withHeader(name, value);
    const error: unknown = await client()
      .sendRequest(request)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RequestError);
    expect(error).toMatchObject({ code: 'REQUEST_INVALID', request });
    const { message, cause } = error as RequestError;
    expect([message, (cause as Error).message]).toEqual(
      fails ? ['cannot read the request body', 'disk'] : [`invalid request: ${MISMATCH}`, MISMATCH],
    );
    await waitFor(() => left);
  });

  it('sends requests with the given dispatcher, and leaves it open', async () => {
    const url = await http((incoming, outgoing) => {
      outgoing.writeHead(200, ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2']).end(incoming.url);
    });
    // A pool that was composed passes repeated headers as lists.
    const dispatcher = new Agent({
      factory: (origin, options) => new Pool(origin, options).compose(interceptors.redirect()),
    });
    const sender = client({ dispatcher });
    await sender.close();
    const response = await sender.sendRequest(get(`${url}/a`));
    expect(response.getHeader('Set-Cookie')).toEqual(['a=1', 'b=2']);
    expect(await response.getBody().text()).toBe('/a');
    await dispatcher.close();
  });

  it('reads a response without raw headers, as a dispatcher of a test creates it', async () => {
    const controller = { abort: () => undefined, pause: () => undefined, resume: () => undefined };
    const dispatcher: DispatcherInterface<unknown> = {
      dispatch(_request, handler) {
        handler.onRequestStart(controller);
        handler.onResponseStart(controller, 200, { 'x-by': ['a', 'b'], 'x-c': 'd' });
        handler.onResponseEnd(controller, {});
        return true;
      },
    };
    const response = await client({ dispatcher }).sendRequest(get('http://a.example/'));
    expect(response.getRawHeaders()).toEqual(['x-by', 'a', 'x-by', 'b', 'x-c', 'd']);
  });

  it('fails the body if the server resets in the middle, and does not send the request again', async () => {
    let requests = 0;
    const url = await raw((socket) => {
      requests++;
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf');
      setTimeout(() => socket.resetAndDestroy(), 50);
    });
    const response = await client().sendRequest(get(url));
    expect(response.getStatusCode()).toBe(200);
    await expect(response.getBody().getContents()).rejects.toMatchObject({
      code: 'UPSTREAM_RESET',
    });
    expect(requests).toBe(1);
  });

  it('is ended by its signal before the response, and during the body', async () => {
    let closed = 0;
    const url = await http((incoming, outgoing) => {
      outgoing.on('close', () => closed++);
      if (incoming.url === '/begun') outgoing.write('begun');
    });
    const sender = client();
    const early = new AbortController();
    const sending = sender.sendRequest(get(url), { signal: early.signal });
    setTimeout(() => {
      early.abort(new Error('enough'));
    }, 50);
    await expect(sending).rejects.toMatchObject({ code: 'ABORTED', cause: new Error('enough') });

    const late = new AbortController();
    const response = await sender.sendRequest(get(`${url}/begun`), { signal: late.signal });
    late.abort();
    await expect(response.getBody().getContents()).rejects.toMatchObject({ code: 'ABORTED' });
    await waitFor(() => closed === 2);
  });

  it('sends nothing if its signal has aborted before, and keeps its connections', async () => {
    let requests = 0;
    let connections = 0;
    const server = createHttpServer((_incoming, outgoing) => {
      requests++;
      outgoing.end();
    });
    server.on('connection', () => connections++);
    const url = await listening(server);
    const sender = client({ connections: 1 });
    await sender.sendRequest(get(url));
    const aborted = sender.sendRequest(get(url), { signal: AbortSignal.abort() });
    await expect(aborted).rejects.toMatchObject({ code: 'ABORTED' });
    await sender.sendRequest(get(url));
    expect([requests, connections]).toEqual([2, 1]);
  });

  it('reads a body that takes longer than the timeout, which ends with its head', async () => {
    const url = await http((_incoming, outgoing) => {
      outgoing.write('begun');
      setTimeout(() => outgoing.end(', ended'), 4_000);
    });
    const response = await client({ timeout: 3_000 }).sendRequest(get(url));
    expect(await response.getBody().text()).toBe('begun, ended');
  });

  it('cuts the response if its body is closed unread', async () => {
    let closed = 0;
    const url = await http((_incoming, outgoing) => {
      outgoing.on('close', () => closed++).write('begun');
    });
    const response = await client().sendRequest(get(url));
    response.getBody().close();
    await waitFor(() => closed === 1);
  });
});
