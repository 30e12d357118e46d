import { request as httpsRequest } from 'node:https';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ask, client, closeClients, seen } from './http2-client.js';
import { END_STREAM, FrameWire, HEADERS, PREFACE, request } from './http2-wire.js';
import { answer, closeServers, gate, type Handle, serving, sleep } from './serving.js';
import { get, lastGet, talk, Wire } from './wire.js';
import { waitForEvent } from './wait-for.js';

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
  it('describes a request as over HTTP/1.1', async () => {
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

  it('serves HTTP/1.1 and HTTP/2 on one port without TLS', async () => {
    const { url, port } = await served((asked) => answer(asked.getProtocolVersion()));
    expect((await ask(client(url))).body).toBe('2');
    expect(await talk(port, lastGet())).toMatch(/^HTTP\/1\.1 200 OK[^]*\r\n1\.1$/);
  });

  it.each([
    ['HTTP/2', PREFACE, (wire: Wire) => wire.heard.length > 9],
    ['HTTP/1.1', get(), (wire: Wire) => wire.heard.endsWith('\r\n1.1')],
    ['HTTP/1.1 that begins alike', get().replace('GET', 'PROPFIND'), heardVersion],
  ])('recognizes %s when it arrives byte by byte', async (_, text, done) => {
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

  it('lets a TLS client choose the protocol by ALPN', async () => {
    const { url, port } = await servingFacts({ tls });
    const { body } = await ask(client(url, tlsClient));
    expect(JSON.parse(body)).toMatchObject({ version: '2', uri: `${url}/` });
    const response = new Promise<string>((resolve, reject) => {
      const options = { ...tlsClient, port, agent: false, ALPNProtocols: ['http/1.1'] };
      httpsRequest(options, (incoming) => {
        incoming.once('data', (chunk: Buffer) => {
          resolve(chunk.toString());
        });
      })
        .on('error', reject)
        .end();
    });
    const older = await waitForEvent('a response over HTTP/1.1', response);
    expect(JSON.parse(older)).toMatchObject({ version: '1.1', uri: `${url}/` });
  });

  it('responds over HTTP/1.1 to a client that offers to upgrade', async () => {
    const { port } = await served((asked) => answer(asked.getProtocolVersion()));
    const offer = [
      'Connection: Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABk',
    ];
    const wire = new Wire(port).send(get('/', ...offer));
    expect(await wire.hear(() => heardVersion(wire))).toMatch(/^HTTP\/1\.1 200 OK/);
    wire.destroy();
  });

  const PROXY = { trustProxy: ['127.0.0.0/8'] };
  const OTHER = { trustProxy: ['10.0.0.0/8'] };
  const REPORTED = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.7' };

  it.each<[string, object, Record<string, string>, string]>([
    ['http', {}, {}, '200 http'],
    ['HTTP', {}, {}, '200 http'],
    ['https', {}, {}, '421'],
    ['HTTPS', {}, {}, '421'],
    ['https', OTHER, REPORTED, '421'],
    ['ftp', {}, {}, '421'],
    ['x', PROXY, {}, '421'],
    ['wss', PROXY, {}, '421'],
    ['https', PROXY, {}, '200 https'],
    ['http', PROXY, {}, '200 http'],
    ['http', PROXY, REPORTED, '200 https'],
    ['https', { tls }, {}, '200 https'],
    ['http', { tls }, {}, '200 https'],
    ['ftp', { tls }, {}, '421'],
    ['http', { tls, ...PROXY }, {}, '200 http'],
  ])(
    'reads :scheme %s like that of an absolute target (%j, %j): %s',
    async (scheme, options, fields, expected) => {
      const { url, port } = await served((asked) => answer(asked.getUri().getScheme()), options);
      const overHttp2 = client(url, 'tls' in options ? tlsClient : {});
      const { status, body } = await ask(overHttp2, { ':scheme': scheme, ...fields });
      expect(status === 200 ? `200 ${body}` : String(status)).toBe(expected);
      if ('tls' in options) return;
      const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
      const head = [`GET ${scheme}://a/ HTTP/1.1`, 'Host: a', 'Connection: close', ...lines];
      const overHttp1 = await talk(port, [...head, '', ''].join('\r\n'));
      const said = /^HTTP\/1\.1 (\d+)[^]*\r\n\r\n([^]*)$/.exec(overHttp1);
      expect(said?.[1] === '200' ? `200 ${said[2]}` : said?.[1]).toBe(expected);
    },
  );

  it.each(['https', 'ftp'])(
    'answers 421 to :scheme %s of another method and path',
    async (scheme) => {
      const { url } = await served(() => answer('handled'));
      for (const [method, path] of [
        ['HEAD', '/a?b'],
        ['POST', '/a'],
        ['OPTIONS', '*'],
      ] as const) {
        const fields = { ':scheme': scheme, ':method': method, ':path': path };
        expect((await ask(client(url), fields)).status).toBe(421);
      }
    },
  );

  it('handles the requests of one connection concurrently', async () => {
    let arrived = 0;
    const all = gate();
    const { url } = await served(async (asked) => {
      if (++arrived === 50) all.open();
      await all.opened;
      return answer(asked.getRequestTarget());
    });
    const session = client(url);
    const paths = Array.from({ length: 50 }, (_, i) => `/${i}`);
    const answers = await Promise.all(paths.map((path) => ask(session, { ':path': path })));
    expect(answers.map(({ body }) => body)).toEqual(paths);
  });

  it('refuses a Host that differs from the authority, and accepts an equal one', async () => {
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

  it('refuses CONNECT with 501', async () => {
    const { url } = await servingFacts();
    const asked = { ':method': 'CONNECT', ':authority': 'a:1' };
    expect((await seen(client(url).request(asked))).status).toBe(501);
  });

  it('sends 100 Continue to a waiting client when the body is first read', async () => {
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

function heardVersion(wire: Wire): boolean {
  return wire.heard.endsWith('\r\n1.1');
}
