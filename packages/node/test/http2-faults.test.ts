import { connect as connectPlain } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ask, client, closeClients, seen } from './http2-client.js';
import {
  CONTINUATION,
  DATA,
  END_HEADERS,
  END_STREAM,
  fieldBlock,
  FrameWire,
  GOAWAY,
  HEADERS,
  request,
  RST_STREAM,
  setting,
  SETTINGS,
} from './http2-wire.js';
import { answer, closeServers, type Handle, serving, sleep, streamed, until } from './serving.js';

afterEach(() => {
  closeClients();
  return closeServers();
});

const CANCEL = Buffer.of(0, 0, 0, 8);
const served = (handle: Handle, limits = {}) => serving(handle, { http2: true, limits });

/** A server that says how long a body was. */
const servingLengths = (limits = {}) =>
  served(async (asked) => answer(String((await asked.getBody().getContents()).length)), limits);

/** A body without end, and whether it was closed. */
function endless() {
  const state = { chunks: 0, closed: false };
  async function* chunks() {
    try {
      for (;;) {
        state.chunks++;
        yield new Uint8Array(65_536);
        await sleep(0);
      }
    } finally {
      state.closed = true;
    }
  }
  return { state, response: () => streamed(chunks()) };
}

describe('a client that resets a stream', () => {
  it('fires the signal of the request, and no other', async () => {
    const signals: AbortSignal[] = [];
    const { url } = await served(async (asked) => {
      signals.push(asked.getLifetime().signal);
      await (asked.getRequestTarget() === '/kept' ? sleep(100) : new Promise(() => undefined));
      return answer('kept');
    });
    const session = client(url);
    const kept = ask(session, { ':path': '/kept' });
    const stream = session.request().on('error', () => undefined);
    await until(() => signals.length === 2);
    stream.close(8);
    await until(() => signals[1]?.aborted === true);
    expect(signals[1]?.reason).toMatchObject({ code: 'REQUEST_ABORTED' });
    expect([(await kept).body, signals[0]?.aborted]).toEqual(['kept', false]);
  });

  it('makes the reading of its body fail', async () => {
    const failures: unknown[] = [];
    const ways: Handle[] = [
      (asked) =>
        asked
          .getBody()
          .getContents()
          .then(() => answer('whole')),
      async (asked) => {
        let length = 0;
        for await (const chunk of asked.getBody()) length += chunk.length;
        return answer(String(length));
      },
    ];
    for (const read of ways) {
      const { port } = await served(async (asked) => {
        try {
          return await read(asked);
        } catch (error) {
          failures.push(error);
          throw error;
        }
      });
      const wire = new FrameWire(port).headers(1, 0, ...request('POST')).frame(DATA, 0, 1, 'begin');
      await sleep(30);
      wire.frame(RST_STREAM, 0, 1, CANCEL);
      await until(() => failures.length === ways.indexOf(read) + 1);
      wire.destroy();
    }
    expect(failures).toMatchObject(ways.map(() => ({ code: 'REQUEST_ABORTED', status: 400 })));
  });

  it('has the source of the response closed', async () => {
    const { state, response } = endless();
    const { url } = await served(response);
    const stream = client(url)
      .request()
      .on('error', () => undefined);
    stream.once('data', () => {
      stream.close(8);
    });
    await until(() => state.closed);
  });

  it('by thousands is cut off before they have cost much', async () => {
    let handled = 0;
    const { port, url } = await served(async () => {
      handled++;
      await sleep(1_000);
      return answer('late');
    });
    const wire = new FrameWire(port);
    for (let stream = 1; stream < 40_000 && !wire.closed; stream += 2) {
      wire.headers(stream, END_STREAM, ...request()).frame(RST_STREAM, 0, stream, CANCEL);
      if (stream % 1_000 === 1) await sleep(1);
    }
    await wire.untilClosed();
    expect(handled).toBeLessThan(2_500);
    expect((await ask(client(url), { ':method': 'HEAD' })).status).toBe(200);
  });
});

describe('a client that takes nothing', () => {
  it('has no more of a body asked for than its window', async () => {
    const { state, response } = endless();
    const { url } = await served(response);
    const stream = client(url)
      .request()
      .on('error', () => undefined);
    await sleep(200);
    expect(state.chunks).toBeLessThan(8);
    stream.close(8);
    await until(() => state.closed);
  });

  it.each(['streamed', 'in memory'])('is cut off in the middle of a body %s', async (how) => {
    const { state, response } = endless();
    const lifetimes: AbortSignal[] = [];
    const { port } = await served(
      (asked) => {
        lifetimes.push(asked.getLifetime().signal);
        return how === 'streamed' ? response() : answer(new Uint8Array(1_000_000));
      },
      { writeTimeout: 150, checkInterval: 20 },
    );
    const wire = new FrameWire(port, setting(4, 0)).headers(1, END_STREAM, ...request());
    await wire.hearFrame(({ type, stream }) => type === RST_STREAM && stream === 1);
    await until(() => lifetimes[0]?.aborted === true && state.closed === (how === 'streamed'));
    wire.destroy();
  });
});

describe('limits over HTTP/2', () => {
  const fields = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`x-${i}`, 'y']));

  it.each([
    ['199 fields and Host', fields(199), 200],
    ['200 fields and Host', fields(200), 431],
    ['a head of 15 KiB', { x: 'y'.repeat(15_000) }, 200],
    ['a head of 17 KiB', { x: 'y'.repeat(17_000) }, 431],
    ['a head of 60 KiB', { x: 'y'.repeat(60_000) }, 431],
    ['a target of 8,192', { ':path': `/${'x'.repeat(8_191)}` }, 200],
    ['a target of 8,193', { ':path': `/${'x'.repeat(8_192)}` }, 414],
  ])('answer %s', async (_, headers, status) => {
    const { url } = await servingLengths();
    const session = client(url);
    expect((await ask(session, headers)).status).toBe(status);
    expect((await ask(session)).status).toBe(200);
  });

  it('answer a header far over them, in many frames', async () => {
    const { port } = await servingLengths();
    const wire = new FrameWire(port);
    wire.frame(HEADERS, END_STREAM, 1, fieldBlock(...request()));
    for (let i = 0; i < 4; i++) {
      const block = fieldBlock(['x', 'y'.repeat(12_000)]);
      wire.frame(CONTINUATION, i === 3 ? END_HEADERS : 0, 1, block);
    }
    const { payload } = await wire.hearFrame(
      ({ type, stream }) => type === HEADERS && stream === 1,
    );
    expect(payload.toString('latin1')).toContain('431');
    wire.destroy();
  });

  it('reset a stream with more than twice the fields', async () => {
    const { url } = await servingLengths();
    const session = client(url);
    const { status, code } = await ask(session, fields(1_000));
    expect([status, code]).toEqual([0, 11]); // ENHANCE_YOUR_CALM
    expect((await ask(session)).status).toBe(200);
  });

  it('cut off a header without end', async () => {
    const { port } = await servingLengths();
    const wire = new FrameWire(port).frame(HEADERS, END_STREAM, 1, fieldBlock(...request()));
    for (let i = 0; i < 2_000 && !wire.closed; i++) {
      wire.frame(CONTINUATION, 0, 1, fieldBlock(['x', 'y'.repeat(1_000)]));
      if (i % 50 === 0) await sleep(1);
    }
    await wire.untilClosed();
  });

  it('refuse more streams at a time than they allow', async () => {
    let running = 0;
    let most = 0;
    const handle: Handle = async () => {
      most = Math.max(most, ++running);
      await sleep(50);
      running--;
      return answer('x');
    };
    const { port } = await served(handle, { streamsPerConnection: 3 });
    const wire = new FrameWire(port);
    for (let stream = 1; stream < 12; stream += 2) wire.headers(stream, END_STREAM, ...request());
    const refused = await wire.hearFrame(({ type }) => type === RST_STREAM || type === GOAWAY);
    expect([refused.type, refused.payload[3], most]).toEqual([RST_STREAM, 7, 3]);
    wire.destroy();
  });

  it('bound a body that is read as a whole, of a length told or not', async () => {
    const { url } = await servingLengths({ bodyInMemory: 10 });
    const session = client(url);
    for (const headers of [{ 'content-length': '11' }, {}]) {
      const stream = session.request({ ':method': 'POST', ...headers });
      stream.end('12345678901');
      expect((await seen(stream)).status).toBe(413);
    }
    const stream = session.request({ ':method': 'POST' });
    stream.end('1234567890');
    expect((await seen(stream)).body).toBe('10');
  });

  it.each([
    ['bodyIdleTimeout', 408],
    ['bodyTimeout', 408],
    ['requestTimeout', 408],
    ['handlerTimeout', 503],
  ])('of time: %s answers %i', async (name, status) => {
    const limits = { headersTimeout: 60, [name]: 60, checkInterval: 20 };
    const { url } = await servingLengths(limits);
    const stream = client(url).request({ ':method': 'POST' });
    stream.write('x');
    expect((await seen(stream)).status).toBe(status);
  });

  it.each([
    ['that is silent', '', { headersTimeout: 80 }],
    ['that begins only', 'PR', { headersTimeout: 80 }],
    ['without a request', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', { headersTimeout: 80 }],
  ])('close a connection %s', async (_, text, limits) => {
    const { port } = await servingLengths({ ...limits, checkInterval: 20 });
    const socket = connectPlain({ port, host: '127.0.0.1', allowHalfOpen: true });
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket
      .on('error', () => undefined)
      .on('end', () => socket.end())
      .resume();
    socket.write(text);
    await closed;
  });

  it('close a connection that is idle after its requests, and one that carried its number', async () => {
    const { port } = await servingLengths({ keepAliveTimeout: 60, checkInterval: 20 });
    const idle = new FrameWire(port).headers(1, END_STREAM, ...request());
    await idle.hearFrame(({ type }) => type === GOAWAY);
    await idle.untilClosed();
    const { url } = await servingLengths({ requestsPerSocket: 2 });
    const session = client(url);
    const closed = new Promise((resolve) => session.on('close', resolve));
    const answers = await Promise.all([ask(session), ask(session)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await closed;
  });
});

describe('malformed frames', () => {
  it.each([
    ['DATA on a stream never opened', (wire: FrameWire) => wire.frame(DATA, 0, 1, 'x')],
    ['a SETTINGS frame of a wrong length', (wire: FrameWire) => wire.frame(SETTINGS, 0, 0, 'x')],
    [
      'a header that cannot be decoded',
      (w: FrameWire) => w.frame(HEADERS, 5, 1, '\xff\xff\xff\xff'),
    ],
    ['text', (wire: FrameWire) => wire.send('GET / HTTP/1.1\r\nHost: a\r\n\r\n')],
  ])('end the connection: %s', async (_, send) => {
    const limits = { headersTimeout: 80, keepAliveTimeout: 80, checkInterval: 20 };
    const { port, errors, url } = await servingLengths(limits);
    await send(new FrameWire(port)).untilClosed();
    expect((await ask(client(url))).status).toBe(200);
    expect(errors).toEqual([]);
  });

  it.each([
    ['an upper-case name', [...request(), ['X-A', 'b']]],
    ['a field of a connection', [...request(), ['connection', 'close']]],
    ['no path', request().slice(0, 3)],
    ['a length that is not kept', [...request('POST'), ['content-length', '5']]],
  ] as [string, [string, string][]][])('end the stream: %s', async (_, fields) => {
    const { port } = await servingLengths();
    const wire = new FrameWire(port).headers(1, END_STREAM, ...fields);
    await wire.hearFrame(({ type, stream }) => type === RST_STREAM && stream === 1);
    expect(wire.frames.some(({ type }) => type === HEADERS)).toBe(false);
    wire.destroy();
  });
});
