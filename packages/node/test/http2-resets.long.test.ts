import { afterEach, describe, expect, it } from '@jest/globals';
import { trailersOf } from '../src/index.js';
import { ask, client, closeClients } from './http2-client.js';
import {
  DATA,
  END_HEADERS,
  END_STREAM,
  fieldBlock,
  FrameWire,
  GOAWAY,
  HEADERS,
  request,
  RST_STREAM,
  WINDOW_UPDATE,
} from './http2-wire.js';
import { answer, bytes, closeServers, gate, type Handle, serving, streamed } from './serving.js';
import { PROCESS_PATIENCE, waitFor } from './wait-for.js';

afterEach(() => {
  closeClients();
  return closeServers();
});

const PRIORITY = 2;
const PRIORITY_FLAG = 0x20;
const ENHANCE_YOUR_CALM = 11;

const served = (handle: Handle, limits = {}) => serving(handle, { http2: true, limits });

/** A server whose handlers never respond: it counts them, and those whose signal fires. */
async function servingForever(limits = {}) {
  const requests = { handled: 0, aborted: 0 };
  const server = await served((asked) => {
    requests.handled++;
    asked.getLifetime().onEnd(() => {
      requests.aborted++;
    });
    return new Promise<never>(() => undefined);
  }, limits);
  return { port: server.port, url: server.url, requests };
}

function number(value: number): Buffer {
  const data = Buffer.alloc(4);
  data.writeUInt32BE(value);
  return data;
}

/** What is sent between these two calls goes out in one write, so that the server reads it at once. */
function inOneRead(wire: FrameWire, send: () => void): void {
  wire.socket.cork();
  send();
  wire.socket.uncork();
}

/** Waits until a connection is ready, so that nothing is read together with its preface. */
async function connected(port: number): Promise<FrameWire> {
  const wire = new FrameWire(port);
  await wire.hear((text) => text !== '');
  return wire;
}

const goaway = ({ type }: { type: number }) => type === GOAWAY;

async function endedCalmly(wire: FrameWire): Promise<void> {
  const { payload } = await wire.hearFrame(goaway);
  expect(payload.readUInt32BE(4)).toBe(ENHANCE_YOUR_CALM);
  await wire.untilClosed();
}

describe('streams that the client resets', () => {
  const reset = (wire: FrameWire, stream: number) =>
    wire.headers(stream, END_STREAM, ...request()).frame(RST_STREAM, 0, stream, number(8));

  it('in the read that opened them are not handled, except for the first', async () => {
    const { port, requests } = await servingForever();
    const wire = await connected(port);
    inOneRead(wire, () => {
      for (let stream = 1; stream < 200; stream += 2) reset(wire, stream);
      wire.headers(201, END_STREAM, ...request());
    });
    await waitFor(() => requests.handled === 2 && requests.aborted === 1);
    wire.destroy();
  });

  it('end the connection when there are more than `streamResets`', async () => {
    const { port, requests } = await servingForever({ streamResets: 3 });
    const wire = await connected(port);
    for (let stream = 1; stream < 7; stream += 2) {
      reset(wire, stream);
      await waitFor(() => requests.aborted === (stream + 1) / 2);
    }
    wire.headers(7, END_STREAM, ...request());
    await waitFor(() => requests.handled === 4);
    expect(wire.closed || wire.frames.some(goaway)).toBe(false);
    wire.frame(RST_STREAM, 0, 7, number(8));
    await endedCalmly(wire);
  });

  it('end the connection when one read has more than `streamResets`, and no more is handled', async () => {
    const { port, requests } = await servingForever({ streamResets: 3, streamsPerConnection: 10 });
    const wire = await connected(port);
    inOneRead(wire, () => {
      reset(wire, 1);
      wire.headers(3, END_STREAM, ...request());
      for (let stream = 5; stream < 40; stream += 2) reset(wire, stream);
      wire.headers(41, END_STREAM, ...request());
    });
    await endedCalmly(wire);
    expect(requests.handled).toBe(1);
  });

  it('are not counted if the server resets them', async () => {
    const { url } = await served(
      () =>
        streamed(
          (async function* () {
            yield bytes('begun');
            await Promise.reject(new Error('failed'));
          })(),
        ),
      { streamResets: 0, streamErrors: 0 },
    );
    const session = client(url);
    for (let i = 0; i < 3; i++) expect((await ask(session)).code).toBe(2);
  });
});

describe('streams that are opened in one read', () => {
  it('are all handled', async () => {
    const { url } = await served((asked) => answer(asked.getRequestTarget()));
    const session = client(url);
    const paths = Array.from({ length: 100 }, (_, i) => `/${i}`);
    const answers = await Promise.all(paths.map((path) => ask(session, { ':path': path })));
    expect(answers.map(({ body }) => body)).toEqual(paths);
  });

  it('keep their bodies and trailers', async () => {
    const trailers = gate();
    let heard: unknown;
    const { port } = await served(async (asked) => {
      const body = await asked.getBody().text();
      if (body === '') return answer();
      heard = [body, trailersOf(asked)?.get('x-sum')];
      trailers.open();
      return answer();
    });
    const wire = await connected(port);
    inOneRead(wire, () => {
      wire.headers(1, END_STREAM, ...request());
      wire.headers(3, 0, ...request('POST')).frame(DATA, 0, 3, 'body');
      wire.frame(HEADERS, END_STREAM | END_HEADERS, 3, fieldBlock(['x-sum', '7']));
    });
    await trailers.opened;
    expect(heard).toEqual(['body', ['7']]);
    wire.destroy();
  });
});

describe('streams that the server resets because the client violated the protocol', () => {
  const broken: [string, (wire: FrameWire, stream: number) => void][] = [
    [
      'a body longer than its Content-Length',
      (wire, stream) => {
        wire.headers(stream, 0, ...request('POST'), ['content-length', '1']);
        wire.frame(DATA, END_STREAM, stream, 'too long');
      },
    ],
    [
      'an upper-case field name',
      (wire, stream) => wire.headers(stream, END_STREAM, ...request(), ['X-A', 'b']),
    ],
  ];

  it.each(broken)(
    'end the connection when there are more than `streamErrors`: %s',
    async (_, send) => {
      const { port } = await servingForever({ streamErrors: 3 });
      const wire = await connected(port);
      const resets = () => wire.frames.filter(({ type }) => type === RST_STREAM).length;
      for (let stream = 1; stream < 7; stream += 2) {
        send(wire, stream);
        await wire.hear(() => resets() === (stream + 1) / 2);
      }
      const ping = wire.frame(6, 0, 0, 'pingpong');
      await ping.hearFrame(({ type }) => type === 6);
      expect(wire.closed || wire.frames.some(goaway)).toBe(false);
      send(wire, 7);
      await wire.untilClosed();
    },
  );

  const get = (wire: FrameWire) => wire.headers(1, END_STREAM, ...request());
  const post = (wire: FrameWire) => wire.headers(1, 0, ...request('POST'));

  it.each<[string, (wire: FrameWire) => FrameWire]>([
    ['a PRIORITY frame of a wrong length', (w) => get(w).frame(PRIORITY, 0, 1, number(0))],
    [
      'a PRIORITY frame of a stream that depends on itself',
      (w) => get(w).frame(PRIORITY, 0, 1, Buffer.concat([number(1), Buffer.of(1)])),
    ],
    [
      'HEADERS of a stream that depends on itself',
      (w) => {
        const block = fieldBlock(...request());
        const payload = Buffer.concat([number(3), Buffer.of(1), block]);
        return get(w).frame(HEADERS, END_STREAM | END_HEADERS | PRIORITY_FLAG, 3, payload);
      },
    ],
    ['a WINDOW_UPDATE by 0', (w) => get(w).frame(WINDOW_UPDATE, 0, 1, number(0))],
    [
      'a WINDOW_UPDATE over 2^31 - 1',
      (w) => {
        for (let i = 0; i < 12; i++) {
          w.headers(2 * i + 1, END_STREAM, ...request());
          w.frame(WINDOW_UPDATE, 0, 2 * i + 1, number(0x7fffffff));
        }
        return w;
      },
    ],
    ['DATA after the end of the stream', (w) => get(w).frame(DATA, 0, 1, 'x')],
    ['HEADERS after the end of the stream', (w) => get(get(w))],
    ['an RST_STREAM of a wrong length', (w) => get(w).frame(RST_STREAM, 0, 1, 'x')],
    ['DATA with more padding than payload', (w) => post(w).frame(DATA, 8, 1, '\xff')],
  ])('end the connection if the protocol is broken, and its requests: %s', async (_, send) => {
    const { port, requests } = await servingForever({
      headersTimeout: 300,
      // Nothing but the broken protocol may end the connection.
      writeTimeout: 600_000,
      handlerTimeout: 600_000,
      checkInterval: 20,
    });
    const wire = send(await connected(port));
    await wire.hearFrame(goaway);
    await wire.untilClosed();
    await waitFor(() => requests.aborted === requests.handled);
    expect(requests.handled).toBeGreaterThan(0);
  });

  it('do not end the connection of a client that is silent and answers PING', async () => {
    // The answer to a PING, and the first bytes, may take long where other tests run, too.
    const timeouts = { headersTimeout: 1_500, writeTimeout: 3_000, handlerTimeout: 600_000 };
    const limits = { ...timeouts, checkInterval: 20 };
    const { url, requests } = await servingForever(limits);
    const session = client(url);
    let pings = 0;
    session.on('ping', () => (pings += 1));
    void ask(session);
    await waitFor(() => requests.handled === 1 && pings > 2, PROCESS_PATIENCE);
    expect(session.destroyed || session.closed).toBe(false);
  });
});
