/** The client against servers of real sockets: what it sends, what it returns, and what it does with failures. */
import { once } from 'node:events';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
} from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import { type ClientOptions, HttpClient, NetworkError, RequestError } from '../src/index.js';
import { implementations } from './implementations.js';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function listening(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  open.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const http = (listener: RequestListener) => listening(createHttpServer(listener));
/** @param converse called for each head that is received */
const raw = (converse: (socket: Socket) => void) =>
  listening(
    createServer((socket) =>
      socket.on('data', () => {
        converse(socket);
      }),
    ),
  );

describe.each(implementations)('with %s', (_, factories) => {
  function client(options: Partial<ClientOptions> = {}): HttpClient {
    const made = new HttpClient({ factories, retry: { base: 0 }, ...options });
    open.push(() => made.close());
    return made;
  }
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
  ])('fails with %s if the server %s', async (code, _name, misbehave) => {
    const url = await raw(misbehave);
    const sending = client({ retry: false, timeout: 500 }).sendRequest(get(`${url}/?key=secret`));
    const error: unknown = await sending.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ code });
    expect(error).not.toHaveProperty('status');
    expect(String(error)).not.toContain('secret');
  });

  it('fails with CONNECT_FAILED if nothing listens', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    const sending = client({ retry: false }).sendRequest(get(`http://127.0.0.1:${port}/`));
    await expect(sending).rejects.toMatchObject({ code: 'CONNECT_FAILED' });
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

  it('is ended by its signal before the response, during the body, and before it begins', async () => {
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

    const before = sender.sendRequest(get(url), { signal: AbortSignal.abort() });
    await expect(before).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('reads a body that takes longer than the timeout, which ends with its head', async () => {
    const url = await http((_incoming, outgoing) => {
      outgoing.write('begun');
      setTimeout(() => outgoing.end(', ended'), 500);
    });
    const response = await client({ timeout: 300 }).sendRequest(get(url));
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

  it('lets further requests to an origin wait for a connection', async () => {
    let now = 0;
    let most = 0;
    const url = await http((_incoming, outgoing) => {
      most = Math.max(most, ++now);
      setTimeout(() => {
        now--;
        outgoing.end();
      }, 30);
    });
    const sender = client({ connections: 2 });
    await Promise.all(Array.from({ length: 6 }, () => sender.sendRequest(get(url))));
    expect(most).toBe(2);
  });

  describe('retries', () => {
    /** Responds to each request with the next status; with a reset for 0. */
    async function statuses(list: readonly number[], headers = {}) {
      const methods: unknown[] = [];
      const url = await http((incoming, outgoing) => {
        const status = list[methods.push(incoming.method) - 1] ?? 200;
        if (status === 0) incoming.socket.resetAndDestroy();
        else outgoing.writeHead(status, headers).end(String(status));
      });
      return { url, methods };
    }

    it.each([0, 429, 503])('repeat a safe request that had %i', async (status) => {
      const { url, methods } = await statuses([status]);
      const response = await client().sendRequest(get(url));
      expect(await response.getBody().text()).toBe('200');
      expect(methods).toEqual(['GET', 'GET']);
    });

    it('end after the attempts, with the last response or error', async () => {
      const { url, methods } = await statuses([503, 503, 503]);
      const response = await client({ retry: { attempts: 3, base: 0 } }).sendRequest(get(url));
      expect([response.getStatusCode(), methods.length]).toEqual([503, 3]);
      const { url: resetting, methods: reset } = await statuses([0, 0]);
      const sending = client().sendRequest(get(resetting));
      await expect(sending).rejects.toMatchObject({ code: 'UPSTREAM_RESET' });
      expect(reset.length).toBe(2);
    });

    it('do not happen with retry: false', async () => {
      const { url, methods } = await statuses([503]);
      const response = await client({ retry: false }).sendRequest(get(url));
      expect([response.getStatusCode(), methods.length]).toEqual([503, 1]);
    });

    it('leave alone unsafe methods, other statuses, and bodies that cannot be read again', async () => {
      const { url, methods } = await statuses([503, 500, 503]);
      const sender = client();
      async function* once() {
        yield await Promise.resolve(Buffer.from('a'));
      }
      const streamed = factories
        .createRequest('QUERY', url)
        .withBody(factories.createStreamFromResource(once()));
      const results = [
        await sender.sendRequest(factories.createRequest('POST', url)),
        await sender.sendRequest(get(url)),
        await sender.sendRequest(streamed),
      ];
      expect(results.map((response) => response.getStatusCode())).toEqual([503, 500, 503]);
      expect(methods).toEqual(['POST', 'GET', 'QUERY']);
    });

    it('send a body that is in memory again', async () => {
      const { url, methods } = await statuses([503]);
      const request = factories
        .createRequest('QUERY', url)
        .withBody(factories.createStream('find'));
      expect((await client().sendRequest(request)).getStatusCode()).toBe(200);
      expect(methods).toEqual(['QUERY', 'QUERY']);
    });

    it('do not wait longer than maxRetryAfter, nor than the timeout: the response is the result', async () => {
      const { url, methods } = await statuses([429, 429], { 'Retry-After': '5' });
      const first = await client({ retry: { maxRetryAfter: 4_999 } }).sendRequest(get(url));
      const second = await client({ timeout: 1_000 }).sendRequest(get(url));
      expect([first.getStatusCode(), second.getStatusCode(), methods.length]).toEqual([
        429, 429, 2,
      ]);
    });

    it('stay within the timeout of the call, which holds for all attempts', async () => {
      let requests = 0;
      const url = await http((_incoming, outgoing) => {
        if (++requests === 1) outgoing.writeHead(503).end();
      });
      const sending = client({ timeout: 300 }).sendRequest(get(url));
      await expect(sending).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
      expect(requests).toBe(2);
    });

    it('end while they wait, when the signal aborts', async () => {
      const { url } = await statuses([429], { 'Retry-After': '5' });
      const abort = new AbortController();
      const sending = client().sendRequest(get(url), { signal: abort.signal });
      setTimeout(() => {
        abort.abort();
      }, 100);
      await expect(sending).rejects.toMatchObject({ code: 'ABORTED' });
    });

    it('are few while a server fails: 10 saved up, then one for ten requests', async () => {
      const { url, methods } = await statuses(Array.from({ length: 200 }, () => 503));
      const sender = client({ retry: { base: 0, now: () => 0 } });
      for (let request = 0; request < 100; request++) await sender.sendRequest(get(url));
      expect(methods.length).toBeGreaterThanOrEqual(118);
      expect(methods.length).toBeLessThanOrEqual(120);
    });
  });
});
