import type { ResponseInterface } from '@mortise/http-message';
import { afterEach, describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { trailersOf, withTrailers } from '../src/index.js';
import { ask, client, closeClients, seen } from './http2-client.js';
import { answer, bytes, closeServers, type Handle, serving, sleep, streamed } from './serving.js';
import { lastGet, talk, Wire } from './wire.js';

afterEach(() => {
  closeClients();
  return closeServers();
});

const served = (handle: Handle, limits = {}) => serving(handle, { http2: true, limits });

/** A body of two chunks. */
function twoChunks(fields: Record<string, string> = {}): ResponseInterface {
  async function* chunks() {
    yield bytes('one,');
    await sleep(5);
    yield bytes('two');
  }
  return streamed(chunks(), fields);
}

const read: Record<string, Handle> = {
  'as a whole': async (asked) => answer(String((await asked.getBody().getContents()).length)),
  'in chunks': async (asked) => {
    let length = 0;
    for await (const chunk of asked.getBody()) length += chunk.length;
    return answer(String(length));
  },
};

describe('trailersOf', () => {
  it.each(Object.keys(read))('returns the trailers after a body read %s', async (how) => {
    const found: unknown[] = [];
    const { port, url } = await served(async (asked) => {
      found.push(trailersOf(asked));
      const response = await read[how]?.(asked);
      found.push([...(trailersOf(asked.withAttribute('a', 1)) ?? [])]);
      return response as ResponseInterface;
    });
    const wire = new Wire(port);
    wire.send('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n');
    await sleep(20);
    wire.send('0\r\nX-A: 1\r\nx-b: 2\r\nX-a: 3\r\n\r\n');
    await wire.hear((text) => text.endsWith('\r\n3'));
    wire.destroy();
    const stream = client(url).request({ ':method': 'POST' }, { waitForTrailers: true });
    stream.on('wantTrailers', () => {
      stream.sendTrailers({ 'x-a': ['1', '3'], 'x-b': '2' });
    });
    stream.end('abc');
    expect((await seen(stream)).body).toBe('3');
    const all = [
      ['x-a', ['1', '3']],
      ['x-b', ['2']],
    ];
    expect(found).toEqual([null, all, null, all]);
  });

  it('is empty if there were none, and null for a request that no server received', async () => {
    const sizes: unknown[] = [];
    const { port, url } = await served(async (asked) => {
      await asked.getBody().getContents();
      sizes.push(trailersOf(asked)?.size);
      return answer('x');
    });
    await talk(port, lastGet());
    await ask(client(url));
    expect(sizes).toEqual([0, 0]);
    expect(trailersOf(factories.createServerRequest('GET', '/'))).toBeNull();
  });

  it('never mixes them with the header fields', async () => {
    const { port } = await served(async (asked) => {
      await asked.getBody().getContents();
      return answer([...asked.getHeader('X-A'), asked.getUri().getHost()].join());
    });
    const text = await talk(
      port,
      lastGet('/', 'X-A: head', 'Transfer-Encoding: chunked').replace('GET', 'POST') +
        '0\r\nX-A: tail\r\nHost: evil\r\n\r\n',
    );
    expect(text.slice(text.indexOf('\r\n\r\n') + 4)).toBe('head,a');
  });

  it('are limited like header fields', async () => {
    const { port } = await served(read['as a whole'] as Handle);
    const long = `0\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`;
    const head = lastGet('/', 'Transfer-Encoding: chunked').replace('GET', 'POST');
    expect(await talk(port, head + long)).not.toMatch(/^HTTP\/1\.1 200/);
  });
});

describe('withTrailers', () => {
  const fields = {
    'Server-Timing': () => Promise.resolve('db;dur=5'),
    'X-Absent': () => null,
    'X-Length': () => '7',
  };

  it.each([
    ['streamed', () => twoChunks()],
    ['of a known length', () => twoChunks({ 'Content-Length': '7' })],
    ['in memory', () => answer('one,two')],
  ])('sends fields after a body %s to a client that accepts them', async (_, make) => {
    const { port, url } = await served(() =>
      withTrailers(make(), fields).withHeader('X-Later', '1'),
    );
    const text = await talk(port, lastGet('/', 'TE: gzip;q=0.5, Trailers'));
    expect(text).toMatch(/\r\nTrailer: Server-Timing, X-Absent, X-Length\r\n/);
    expect(text).not.toContain('Content-Length');
    expect(text).toMatch(/\r\n0\r\nServer-Timing: db;dur=5\r\nX-Length: 7\r\n\r\n$/);
    const { headers, body, trailers } = await ask(client(url), { te: 'trailers' });
    expect(headers['trailer']).toBe('Server-Timing, X-Absent, X-Length');
    expect(body).toBe('one,two');
    expect({ ...trailers }).toMatchObject({ 'server-timing': 'db;dur=5', 'x-length': '7' });
  });

  it.each([
    ['does not say TE: trailers', lastGet()],
    ['speaks HTTP/1.0', 'GET / HTTP/1.0\r\nHost: a\r\nTE: trailers\r\n\r\n'],
    ['asks with HEAD', lastGet('/', 'TE: trailers').replace('GET', 'HEAD')],
  ])('sends none to a client that %s', async (_, request) => {
    let computed = 0;
    const counted = { 'X-A': () => String(++computed) };
    const { port } = await served(() => withTrailers(twoChunks(), counted));
    const text = await talk(port, request);
    expect([text.slice(0, 15), computed]).toEqual(['HTTP/1.1 200 OK', 0]);
    expect(text).not.toMatch(/Trailer|X-A/);
  });

  it('does not change a response without trailers', async () => {
    const plain = twoChunks();
    withTrailers(plain, fields);
    const { url } = await served(() => plain);
    expect((await ask(client(url), { te: 'trailers' })).headers['trailer']).toBeUndefined();
  });

  it('sends the whole of a body that was read before', async () => {
    const { port } = await served(async () => {
      const response = withTrailers(answer('abc'), { 'X-A': () => 'a' });
      await response.getBody().read(2);
      return response;
    });
    const text = await talk(port, lastGet('/', 'TE: trailers'));
    expect(text).toMatch(/\r\n3\r\nabc\r\n0\r\nX-A: a\r\n/);
  });

  it.each([
    'Content-Length',
    'transfer-encoding',
    'Set-Cookie',
    'TE',
    'Trailer',
    'a b',
    ':status',
    '',
  ])('refuses the name %j', (name) => {
    expect(() => withTrailers(answer('x'), { [name]: () => 'x' })).toThrow(
      expect.objectContaining({ code: 'TRAILER_INVALID' }),
    );
  });

  it.each([
    ['fails', () => Promise.reject(new Error('lost')), { message: 'lost' }],
    ['returns a line break', () => 'a\r\nX: b', { code: 'TRAILER_INVALID', status: 500 }],
    ['returns no string', () => 7 as unknown as string, { code: 'TRAILER_INVALID' }],
  ])('aborts the response if a function %s', async (_, compute, error) => {
    const { port, url, errors } = await served(() => withTrailers(twoChunks(), { 'X-A': compute }));
    const text = await talk(port, lastGet('/', 'TE: trailers'));
    expect(text).not.toMatch(/\r\n0\r\n/);
    expect(await ask(client(url), { te: 'trailers' })).toMatchObject({ complete: false, code: 2 });
    expect(errors).toMatchObject([error, error]);
  });
});
