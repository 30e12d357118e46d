import type { RequestLifetimeInterface } from '@mortise/http-message';
import { afterEach, describe, expect, it } from '@jest/globals';
import { rawExchangeOf } from '../src/request/raw-exchange.js';
import { ask, client, closeClients } from './http2-client.js';
import { DATA, END_STREAM, FrameWire, request, RST_STREAM } from './http2-wire.js';
import { answer, bytes, closeServers, type Handle, serving, sleep, streamed } from './serving.js';
import { waitFor } from './wait-for.js';

afterEach(() => {
  closeClients();
  return closeServers();
});

const served = (handle: Handle) => serving(handle, { http2: true });

describe('a response over HTTP/2', () => {
  const field = { 'X-A': ['1', '2'], 'Set-Cookie': ['a=1', 'b=2'], 'X-Latin': 'é' };

  it('has the given headers, including repeated ones, but none about the connection', async () => {
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

  it('of one megabyte in memory arrives in full, on fifty concurrent streams', async () => {
    const { url } = await served(() => answer(new Uint8Array(1_000_000).fill(0x61)));
    const session = client(url);
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(session)));
    expect(answers.map(({ body }) => body.length)).toEqual(answers.map(() => 1_000_000));
  });

  it.each(['/unread', '/begun'])('tells a client to stop sending: %s', async (path) => {
    const { port } = await served(async (asked) => {
      const body = asked.getBody()[Symbol.asyncIterator]();
      if (path === '/begun') await body.next();
      return answer('enough');
    });
    const wire = new FrameWire(port).headers(1, 0, ...request('POST', path)).frame(DATA, 0, 1, 'x');
    const { payload } = await wire.hearFrame(({ type }) => type === RST_STREAM);
    expect(payload.readUInt32BE(0)).toBe(0);
    expect(wire.frames.some(({ type, flags }) => type === DATA && flags === END_STREAM)).toBe(true);
    wire.destroy();
  });

  it('that comes after the stream has closed ends the lifetime', async () => {
    const lifetimes: RequestLifetimeInterface[] = [];
    const { url } = await served((asked) => {
      lifetimes.push(asked.getLifetime());
      rawExchangeOf(asked)?.outgoing.socket?.destroy();
      return answer('late');
    });
    expect((await ask(client(url))).status).toBe(0);
    await waitFor(() => lifetimes[0]?.ended === true);
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

  it('whose body is shorter than its Content-Length is reset, not ended', async () => {
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
