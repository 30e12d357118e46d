import { request as httpsRequest } from 'node:https';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ask, client, closeClients, seen } from './http2-client.js';
import { END_STREAM, FrameWire, HEADERS, PREFACE, request, RST_STREAM } from './http2-wire.js';
import { answer, bytes, closeServers, type Handle, serving, sleep, streamed } from './serving.js';
import { get, lastGet, talk, Wire } from './wire.js';

afterEach(() => {
  closeClients();
  return closeServers();
});

const psk = Buffer.alloc(32, 7);
const ciphers = 'PSK+HIGH:@SECLEVEL=0';
const tls = { pskCallback: () => psk, ciphers, maxVersion: 'TLSv1.2' as const };
const tlsClient = {
  host: '127.0.0.1',
  pskCallback: () => ({ psk, identity: 'test' }),
  ciphers,
  checkServerIdentity: () => undefined,
};

const served = (handle: Handle, options = {}) => serving(handle, { http2: true, ...options });

/** A server that says what it makes of a request. */
const servingFacts = (options = {}) =>
  served(async (request) => {
    const facts = {
      version: request.getProtocolVersion(),
      method: request.getMethod(),
      target: request.getRequestTarget(),
      uri: String(request.getUri()),
      fields: request.getRawHeaders(),
      peer: request.getServerParams()['REMOTE_ADDR'],
      cookies: { ...request.getCookieParams() },
      body: await request.getBody().text(),
    };
    return answer(JSON.stringify(facts));
  }, options);

describe('serve with http2', () => {
  it('describes a request as HTTP/1.1 would', async () => {
    const { url, port } = await servingFacts();
    const stream = client(url).request({
      ':method': 'POST',
      ':path': '/a?b=c',
      cookie: ['a=1', 'b=2'],
      'x-a': 'y',
    });
    stream.end('hello');
    const { body } = await seen(stream);
    expect(JSON.parse(body)).toEqual({
      version: '2',
      method: 'POST',
      target: '/a?b=c',
      uri: `${url}/a?b=c`,
      fields: ['host', `127.0.0.1:${port}`, 'cookie', 'a=1; b=2', 'x-a', 'y'],
      peer: '127.0.0.1',
      cookies: { a: '1', b: '2' },
      body: 'hello',
    });
  });

  it('answers HTTP/1.1 and HTTP/2 on one port without TLS', async () => {
    const { url, port } = await served((asked) => answer(asked.getProtocolVersion()));
    expect((await ask(client(url))).body).toBe('2');
    expect(await talk(port, lastGet())).toMatch(/^HTTP\/1\.1 200 OK[^]*\r\n1\.1$/);
  });

  it.each([
    ['HTTP/2', PREFACE, (wire: Wire) => wire.heard.length > 9],
    ['HTTP/1.1', get(), (wire: Wire) => wire.heard.endsWith('\r\n1.1')],
    ['HTTP/1.1 that begins alike', get().replace('GET', 'PROPFIND'), heardVersion],
  ])('knows %s when it comes byte by byte', async (_, text, done) => {
    const { port } = await served((asked) => answer(asked.getProtocolVersion()));
    const wire = new Wire(port);
    wire.socket.setNoDelay(true);
    for (const letter of text) {
      wire.send(letter);
      await sleep(1);
    }
    await wire.hear(() => done(wire));
    wire.destroy();
  });

  it('lets a client of TLS choose the protocol by ALPN', async () => {
    const { url, port } = await servingFacts({ tls });
    const { body } = await ask(client(url, tlsClient));
    expect(JSON.parse(body)).toMatchObject({ version: '2', uri: `${url}/` });
    const older = await new Promise<string>((resolve, reject) => {
      const options = { ...tlsClient, port, agent: false, ALPNProtocols: ['http/1.1'] };
      httpsRequest(options, (incoming) => {
        incoming.once('data', (chunk: Buffer) => {
          resolve(chunk.toString());
        });
      })
        .on('error', reject)
        .end();
    });
    expect(JSON.parse(older)).toMatchObject({ version: '1.1', uri: `${url}/` });
  });

  it('runs the requests of one connection side by side', async () => {
    let arrived = 0;
    let release: () => void = () => undefined;
    const all = new Promise<void>((resolve) => (release = resolve));
    const { url } = await served(async (asked) => {
      if (++arrived === 50) release();
      await all;
      return answer(asked.getRequestTarget());
    });
    const session = client(url);
    const paths = Array.from({ length: 50 }, (_, i) => `/${i}`);
    const answers = await Promise.all(paths.map((path) => ask(session, { ':path': path })));
    expect(answers.map(({ body }) => body)).toEqual(paths);
  });

  it('refuses a Host that differs from the authority, and takes one that does not', async () => {
    const { port } = await servingFacts();
    const wire = new FrameWire(port);
    wire.headers(1, END_STREAM, ...request(), ['host', 'b']);
    wire.headers(3, END_STREAM, ...request(), ['host', 'a']);
    const status = async (stream: number) =>
      (await wire.hearFrame((frame) => frame.type === HEADERS && frame.stream === stream)).payload;
    // :status 400 and 200 of HPACK's static table (RFC 7541 A)
    expect((await status(1))[0]).toBe(0x80 | 12);
    expect((await status(3))[0]).toBe(0x80 | 8);
    wire.destroy();
  });

  it('answers CONNECT with 501', async () => {
    const { url } = await servingFacts();
    const asked = { ':method': 'CONNECT', ':authority': 'a:1' };
    expect((await seen(client(url).request(asked))).status).toBe(501);
  });

  it('asks a client that waits to go on when the body is first read', async () => {
    const { url } = await served(async (asked) =>
      answer(asked.getRequestTarget() === '/read' ? await asked.getBody().text() : 'no', 200),
    );
    const session = client(url);
    const refused = session.request({ ':method': 'POST', expect: '100-continue' });
    let asked = 0;
    refused.on('continue', () => asked++);
    const first = await seen(refused);
    const expecting = { ':method': 'POST', ':path': '/read', expect: '100-continue' };
    const stream = session.request(expecting);
    stream.on('continue', () => stream.end('body'));
    expect([first.body, asked, (await seen(stream)).body]).toEqual(['no', 0, 'body']);
  });
});

describe('a response over HTTP/2', () => {
  const field = { 'X-A': ['1', '2'], 'Set-Cookie': ['a=1', 'b=2'], 'X-Latin': 'é' };

  it('has the fields given, repeated ones too, but none of a connection', async () => {
    const connection = { Connection: 'close', 'Keep-Alive': '5', 'Transfer-Encoding': 'chunked' };
    const more = { Upgrade: 'h2c', 'Proxy-Connection': 'close', Trailer: 'x', TE: 'gzip' };
    const { url } = await served(() => answer('é', 201, { ...field, ...connection, ...more }));
    const { headers, body } = await ask(client(url));
    const { date, ...others } = Object.fromEntries(Object.entries(headers));
    expect([body, typeof date]).toEqual(['é', 'string']);
    expect(others).toEqual({
      ':status': 201,
      'x-a': '1, 2',
      'set-cookie': ['a=1', 'b=2'],
      'x-latin': 'é',
      'content-length': '2',
    });
  });

  it.each([
    ['HEAD', 200, '5'],
    ['GET', 204, undefined],
    ['GET', 205, '0'],
    ['GET', 304, undefined],
  ])('to %s with status %i has no body', async (method, status, length) => {
    const { url } = await served(() => answer('hello', status));
    const { headers, body, complete } = await ask(client(url), { ':method': method });
    expect([headers['content-length'], body, complete]).toEqual([length, '', true]);
  });

  it('of one megabyte in memory comes whole, on fifty streams at a time', async () => {
    const { url } = await served(() => answer(new Uint8Array(1_000_000).fill(0x61)));
    const session = client(url);
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(session)));
    expect(answers.map(({ body }) => body.length)).toEqual(answers.map(() => 1_000_000));
  });

  it('whose body fails is reset, not ended', async () => {
    const { url, errors } = await served(() => {
      async function* failing() {
        yield bytes('begin');
        await sleep(10);
        throw new Error('lost');
      }
      return streamed(failing());
    });
    const { body, code, complete } = await ask(client(url));
    expect([body, code, complete]).toEqual(['begin', 2, false]);
    expect(errors).toMatchObject([{ message: 'lost' }]);
  });

  it('whose body is shorter than it says is reset without an end', async () => {
    async function* short() {
      yield bytes('abc');
      await sleep(0);
    }
    const { port } = await served(() => streamed(short(), { 'Content-Length': '5' }));
    const wire = new FrameWire(port).headers(1, END_STREAM, ...request());
    await wire.hearFrame(({ type }) => type === RST_STREAM);
    const ended = wire.frames.filter(({ stream, flags }) => stream === 1 && flags & END_STREAM);
    expect(ended).toEqual([]);
    wire.destroy();
  });
});

function heardVersion(wire: Wire): boolean {
  return wire.heard.endsWith('\r\n1.1');
}
