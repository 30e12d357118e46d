import { afterEach, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { promisify } from 'node:util';
import { connect, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { factories } from '@mortise/message';
import { serve, type ServerLimits } from '@mortise/node';
import { fromFetchHandler } from './index.js';

const run = promisify(execFile);
const closing: (() => unknown)[] = [];

afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** A server that passes each request to an upstream with the runtime's fetch. */
async function proxied(upstream: Server, limits: Partial<ServerLimits> = {}): Promise<string> {
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    upstream.closeAllConnections();
    upstream.close();
  });
  const base = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  const forward = fromFetchHandler((request) => fetch(new Request(`${base}/`, request)));
  const server = await serve(forward, { factories, port: 0, limits, onError: () => undefined });
  closing.push(() => server.close());
  return server.url;
}

const counting = () =>
  createServer((request, response) => {
    let bytes = 0;
    request
      .on('data', (chunk: Buffer) => (bytes += chunk.length))
      .on('end', () => response.end(String(bytes)));
  });

it.each([
  ['an upload of 2 MB, with Expect', ['-H', 'Expect: 100-continue']],
  ['--http2, with Upgrade', ['--http2']],
])('a mounted fetch responds to curl with %s', async (_what, options) => {
  const url = await proxied(counting());
  const curl = run('curl', ['-s', '-w', ' %{http_code}', '--data-binary', '@-', ...options, url]);
  curl.child.stdin?.end('x'.repeat(2_000_000));
  expect((await curl).stdout).toBe('2000000 200');
});

it.each([
  'Upgrade: websocket\r\nConnection: Upgrade',
  'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAQAEAAA',
  'TE: trailers\r\nConnection: TE, close',
  'Proxy-Authorization: Basic YTpi\r\nProxy-Connection: keep-alive',
  // What is called like a CGI program reads `_` and `.` as `-`.
  'Proxy_Authorization: Basic YTpi\r\nHTTP2.Settings: AAQAEAAA\r\nProxy: http://evil.example',
  'X_Upgrade: a\r\nConnection: X-Upgrade',
])('a mounted fetch does not pass on %j', async (fields) => {
  let names: string[] = [];
  const { port } = new URL(
    await proxied(
      createServer((request, response) => {
        names = Object.keys(request.headers);
        response.end('ok');
      }),
    ),
  );
  const socket = connect(Number(port), '127.0.0.1');
  const status = new Promise<string>((resolve) =>
    socket.once('data', (data) => {
      resolve(String(data).slice(9, 12));
    }),
  );
  socket.write(`POST / HTTP/1.1\r\nHost: a.test\r\n${fields}\r\nContent-Length: 3\r\n\r\nabc`);
  expect(await status).toBe('200');
  socket.destroy();
  expect(names.filter((name) => /upgrade|http2|^te$|proxy/.test(name))).toEqual([]);
});

it('what fetch has decoded has a weak tag and no ranges, and a part of it is an error', async () => {
  const body = gzipSync('hello '.repeat(500));
  const url = await proxied(
    createServer(({ headers: { range } }, response) => {
      const part = range === undefined ? body : body.subarray(0, 20);
      response.writeHead(range === undefined ? 200 : 206, {
        ...{ ETag: '"t"', 'Content-Encoding': 'gzip', 'Accept-Ranges': 'bytes' },
        'Content-Digest': 'sha-256=:AA==:',
        ...(range !== undefined && { 'Content-Range': `bytes 0-19/${body.length}` }),
      });
      response.end(part);
    }),
  );
  const asked = async (init: RequestInit) => {
    const { status, headers } = await fetch(url, init);
    const names = ['etag', 'accept-ranges', 'content-digest', 'content-range', 'content-encoding'];
    return [status, ...names.map((name) => headers.get(name))];
  };
  const nothing = [null, null, null, null];
  expect(await asked({})).toEqual([200, 'W/"t"', ...nothing]);
  expect(await asked({ method: 'HEAD' })).toEqual([200, 'W/"t"', ...nothing]);
  const Range = 'bytes=0-19';
  expect(await asked({ headers: { Range, 'Accept-Encoding': 'gzip' } })).toEqual([
    ...[500, null],
    ...nothing,
  ]);
});

it.each([true, false])(
  'a body that fetch has decoded can be read, with length: %p',
  async (has) => {
    const body = gzipSync('hello '.repeat(500));
    const url = await proxied(
      createServer((_request, response) => {
        response.setHeader('Content-Encoding', 'gzip');
        if (has) response.setHeader('Content-Length', body.length);
        response.write(body);
        response.end();
      }),
    );
    const response = await fetch(url);
    expect([response.headers.get('content-encoding'), (await response.text()).length]).toEqual([
      null,
      3000,
    ]);
  },
);

it.each([
  ['is malformed', 'zz\r\n', '400'],
  ['stops', '', '408'],
])(
  'a request whose body %s while fetch sends it has the status of that error',
  async (_, rest, status) => {
    const url = await proxied(counting(), { bodyIdleTimeout: 50, checkInterval: 10 });
    const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8');
    const answer = once(socket, 'data');
    socket.write(
      `POST / HTTP/1.1\r\nHost: a.test\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n${rest}`,
    );
    expect(String(await answer).slice(9, 12)).toBe(status);
    socket.destroy();
  },
);

it.each([
  ['without a status', undefined],
  ['with the status 503', 503],
])('an error of a handler whose request body failed %s is its own', async (_, status) => {
  async function* broken() {
    yield await Promise.resolve('abc');
    throw Object.assign(new Error('out of paper'), { status });
  }
  const request = factories
    .createServerRequest('POST', 'http://a.test/')
    .withBody(factories.createStreamFromResource(broken()));
  const own = new TypeError('own');
  const handler = fromFetchHandler(
    (sent) => sent.text().then(undefined, () => Promise.reject(own)),
    {
      factories,
    },
  );
  await expect(handler.handle(request)).rejects.toBe(own);
});
