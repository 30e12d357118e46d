import { afterEach, describe, expect, it } from '@jest/globals';
import { ask, client, closeClients } from './http2-client.js';
import {
  DATA,
  END_STREAM,
  FrameWire,
  HEADERS,
  request,
  RST_STREAM,
  setting,
  SETTINGS,
} from './http2-wire.js';
import { answer, closeServers, gate, type Handle, serving, sleep, streamed } from './serving.js';
import { waitFor } from './wait-for.js';
import { get, Wire } from './wire.js';

afterEach(() => {
  closeClients();
  return closeServers();
});

const CANCEL = Buffer.of(0, 0, 0, 8);
const NO_ERROR = Buffer.of(0, 0, 0, 0);
const served = (handle: Handle, limits = {}) => serving(handle, { http2: true, limits });

/** A server that says how long a body was. */
const servingLengths = (limits = {}) =>
  served(async (asked) => answer(String((await asked.getBody().getContents()).length)), limits);

/** A body without end, and whether it was closed. */
function endless(pause = 0) {
  const state = { chunks: 0, closed: false };
  async function* chunks() {
    try {
      for (;;) {
        state.chunks++;
        yield new Uint8Array(65_536);
        await sleep(pause);
      }
    } finally {
      state.closed = true;
    }
  }
  return { state, response: () => streamed(chunks()) };
}

describe('a client that resets a stream', () => {
  it('fires the signal of that request only', async () => {
    const signals: AbortSignal[] = [];
    const { url } = await served(async (asked) => {
      signals.push(asked.getLifetime().signal);
      await (asked.getRequestTarget() === '/kept' ? sleep(100) : new Promise(() => undefined));
      return answer('kept');
    });
    const session = client(url);
    const kept = ask(session, { ':path': '/kept' });
    const stream = session.request().on('error', () => undefined);
    await waitFor(() => signals.length === 2);
    stream.close(8);
    await waitFor(() => signals[1]?.aborted === true);
    expect(signals[1]?.reason).toMatchObject({ code: 'REQUEST_ABORTED' });
    expect([(await kept).body, signals[0]?.aborted]).toEqual(['kept', false]);
  });

  it.each([
    ['CANCEL', CANCEL],
    ['NO_ERROR', NO_ERROR],
  ])('fails the read of its body, with %s', async (_, code) => {
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
      const begun = gate();
      const { port } = await served(async (asked) => {
        begun.open();
        try {
          return await read(asked);
        } catch (error) {
          failures.push(error);
          throw error;
        }
      });
      const wire = new FrameWire(port).headers(1, 0, ...request('POST')).frame(DATA, 0, 1, 'begin');
      await begun.opened;
      wire.frame(RST_STREAM, 0, 1, code);
      await waitFor(() => failures.length === ways.indexOf(read) + 1);
      wire.destroy();
    }
    expect(failures).toMatchObject(ways.map(() => ({ code: 'REQUEST_ABORTED', status: 400 })));
  });

  it('causes the source of the response to be closed', async () => {
    const { state, response } = endless();
    const { url } = await served(response);
    const stream = client(url)
      .request()
      .on('error', () => undefined);
    stream.once('data', () => {
      stream.close(8);
    });
    await waitFor(() => state.closed);
  });

  it.each(['1.1', '2'])(
    'is not reported as a server error while a body is read; HTTP/%s',
    async (version) => {
      const { state, response } = endless(50);
      const { port, errors } = await served(response);
      const wire = version === '2' ? new FrameWire(port) : new Wire(port);
      if (wire instanceof FrameWire) wire.headers(1, END_STREAM, ...request());
      else wire.send(get());
      await waitFor(() => state.chunks === 1);
      wire.destroy();
      await waitFor(() => state.closed);
      await sleep(20);
      expect(errors).toEqual([]);
    },
  );

  it('by the thousands is disconnected before they cost much', async () => {
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

describe('a client that reads nothing', () => {
  it('causes no more of a body to be read than its window', async () => {
    const { state, response } = endless();
    const { url } = await served(response);
    const stream = client(url)
      .request()
      .on('error', () => undefined);
    await waitFor(() => state.chunks > 0);
    await sleep(200);
    expect(state.chunks).toBeLessThan(8);
    stream.close(8);
    await waitFor(() => state.closed);
  });

  it.each(['streamed', 'in memory'])('is disconnected in the middle of a body %s', async (how) => {
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
    await waitFor(() => lifetimes[0]?.aborted === true && state.closed === (how === 'streamed'));
    wire.destroy();
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
    const limits = { headersTimeout: 1_500, keepAliveTimeout: 80, checkInterval: 20 };
    const { port, errors, url } = await servingLengths(limits);
    await send(new FrameWire(port)).untilClosed();
    expect((await ask(client(url))).status).toBe(200);
    expect(errors).toEqual([]);
  });

  it.each([
    ['an upper-case name', [...request(), ['X-A', 'b']]],
    ['a field of a connection', [...request(), ['connection', 'close']]],
    ['no path', request().slice(0, 3)],
    ['a wrong Content-Length', [...request('POST'), ['content-length', '5']]],
  ] as [string, [string, string][]][])('end the stream: %s', async (_, fields) => {
    const { port } = await servingLengths();
    const wire = new FrameWire(port).headers(1, END_STREAM, ...fields);
    await wire.hearFrame(({ type, stream }) => type === RST_STREAM && stream === 1);
    expect(wire.frames.some(({ type }) => type === HEADERS)).toBe(false);
    wire.destroy();
  });
});
