import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { toFetchHandler } from '@mortise/fetch';
import { waitForEvent } from '../../../tooling/testing/wait-for.js';
import { createApp, json, serve } from '../src/index.js';
import { rawExchange } from './raw-exchange.js';

type Server = Awaited<ReturnType<typeof serve>>;
type Outcome = readonly [status: number, body: unknown];
type Way = (method: string, type: string, body: Buffer) => Promise<Outcome>;

const MULTIPART = 'multipart/form-data; boundary=B';
const FORM = 'application/x-www-form-urlencoded';
const app = createApp({ body: { strict: true }, development: false });
app.any('/', (request, response) =>
  json(response, {
    fields: request.getParsedBody(),
    files: Object.keys(request.getUploadedFiles()),
  }),
);
const handle = toFetchHandler(app);
let server: Server;
let http2: Server;

beforeAll(async () => {
  server = await serve(app, { port: 0 });
  http2 = await serve(app, { port: 0, http2: true });
});
afterAll(async () => {
  await server.close();
  await http2.close();
});

const portOf = ({ url }: Server) => Number(new URL(url).port);
const outcome = (status: number, body: string): Outcome => [
  status,
  status === 200 && body !== '' ? JSON.parse(body) : null,
];

/** HTTP/1.1 with a header that frames the body. */
const framed =
  (framing: (body: Buffer) => readonly [header: string, bytes: Buffer]): Way =>
  async (method, type, body) => {
    const [header, bytes] = framing(body);
    const lines = [`${method} / HTTP/1.1`, 'Host: a', 'Connection: close', `Content-Type: ${type}`];
    const head = [...lines, ...(header === '' ? [] : [header]), '', ''].join('\r\n');
    const sent = Buffer.concat([Buffer.from(head), bytes]);
    const response = await rawExchange(portOf(server), sent);
    return outcome(response.status, response.body);
  };

const overHttp2 =
  (endStream: boolean): Way =>
  async (method, type, body) => {
    const session = connectHttp2(`http://127.0.0.1:${portOf(http2)}`);
    const headers = { ':method': method, ':path': '/', 'content-type': type };
    const stream = session.request(headers, { endStream });
    const responded = waitForEvent('a response', once(stream, 'response'));
    if (!endStream) {
      // The headers arrive first, so the server does not know that the body is empty.
      await new Promise((resolve) => session.ping(resolve));
      stream.end(body);
    }
    const [fields] = (await responded) as [Record<string, unknown>];
    const received = await text(stream);
    session.close();
    return outcome(Number(fields[':status']), received);
  };

const overFetch =
  (bodyOf: (body: Buffer) => ReadableStream | string | undefined): Way =>
  async (method, type, body) => {
    const init = { method, headers: { 'Content-Type': type }, body: bodyOf(body) };
    const response = await handle(
      new Request('http://a/', { ...init, duplex: 'half' } as RequestInit),
    );
    return outcome(response.status, await response.text());
  };

const streamOf = (body: Buffer): ReadableStream =>
  new ReadableStream({
    start: (controller) => {
      if (body.length > 0) controller.enqueue(new Uint8Array(body));
      controller.close();
    },
  });

const withLength = framed((body) => [`Content-Length: ${body.length}`, body]);
const chunked = framed((body) => {
  const chunks = Array.from(body, (byte) => `1\r\n${String.fromCharCode(byte)}\r\n`);
  return ['Transfer-Encoding: chunked', Buffer.from(`${chunks.join('')}0\r\n\r\n`, 'latin1')];
});
const ways: readonly (readonly [string, Way])[] = [
  ['HTTP/1.1 with Content-Length', withLength],
  ['HTTP/1.1 in chunks', chunked],
  ['HTTP/2 in DATA frames', overHttp2(false)],
  ['fetch with a stream', overFetch(streamOf)],
];

describe('an empty body', () => {
  const emptyWays: typeof ways = [
    ...ways,
    ['HTTP/1.1 without framing', framed((body) => ['', body])],
    ['HTTP/2 that ends with its headers', overHttp2(true)],
    ['fetch without a body', overFetch(() => undefined)],
    ['fetch with an empty text', overFetch(() => '')],
  ];

  it.each(
    [FORM, MULTIPART, 'application/json', 'application/xml'].flatMap((type) =>
      ['GET', 'HEAD', 'POST', 'DELETE'].map((method) => [method, type] as const),
    ),
  )('of %s with %s is the same, however it is framed', async (method, type) => {
    const fields = type === FORM && !['GET', 'HEAD'].includes(method) ? {} : null;
    const expected = [200, method === 'HEAD' ? null : { fields, files: [] }];
    for (const [way, send] of emptyWays) {
      // A body in a request to a fetch handler is not possible for these.
      if (way.startsWith('fetch with ') && ['GET', 'HEAD'].includes(method)) continue;
      expect([way, await send(method, type, Buffer.alloc(0))]).toEqual([way, expected]);
    }
  });
});

describe.each(ways)('a multipart form over %s', (_, send) => {
  const a = '--B\r\nContent-Disposition: form-data; name="a"\r\n\r\nv';
  const b = '--B\r\nContent-Disposition: form-data; name="b"\r\n\r\nw\r\n--B--';
  const file = a.replace('name="a"', 'name="f"; filename="x"');
  const post = (form: string) => send('POST', MULTIPART, Buffer.from(form, 'latin1'));

  it('is refused with 400 if a delimiter follows a bare CR or LF', async () => {
    for (const end of ['\n', '\r']) {
      for (const form of [`${end}${a}\r\n${b}`, `${a}${end}${b}`, `${file}${end}${b}`]) {
        expect([form, await post(form)]).toEqual([form, [400, null]]);
      }
    }
    expect(await post(`${a}\r\n${b}`)).toEqual([200, { fields: { a: 'v', b: 'w' }, files: [] }]);
  });

  it('is read in the charset of its parts, and refused with 415 if that is unknown', async () => {
    const form = (charset: string) =>
      `${a.replace('\r\n\r\nv', `\r\nContent-Type: text/plain; charset=${charset}\r\n\r\n\xe9`)}\r\n${b}`;
    expect(await post(form('iso-8859-1'))).toEqual([
      200,
      { fields: { a: 'é', b: 'w' }, files: [] },
    ]);
    expect(await post(form('klingon'))).toEqual([415, null]);
  });
});
