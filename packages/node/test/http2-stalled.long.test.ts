import { afterEach, describe, expect, it } from '@jest/globals';
import {
  DATA,
  END_STREAM,
  type Frame,
  FrameWire,
  PING,
  request,
  RST_STREAM,
  setting,
  WINDOW_UPDATE,
} from './http2-wire.js';
import { answer, closeServers, type Handle, serving, sleep, streamed } from './serving.js';

afterEach(closeServers);

const NO_WINDOW = setting(4, 0);
const LENGTH = 150_000;

const served = (handle: Handle, writeTimeout = 150) =>
  serving(handle, { http2: true, limits: { writeTimeout, checkInterval: 20 } });

const inMemory: Handle = () => answer(new Uint8Array(LENGTH));
const inChunks: Handle = () =>
  streamed(
    (async function* () {
      for (let sent = 0; sent < LENGTH; sent += 50_000) yield new Uint8Array(50_000);
      await sleep(0);
    })(),
  );

describe('writeTimeout over HTTP/2', () => {
  it.each([
    ['in memory', inMemory],
    ['in chunks', inChunks],
  ])(
    'resets a stream that the client does not read, whether or not it sends PING: a body %s',
    async (_, handle) => {
      const { port } = await served(handle);
      const wire = new FrameWire(port, NO_WINDOW).headers(1, END_STREAM, ...request());
      const asking = setInterval(() => wire.frame(PING, 0, 0, '12345678'), 20);
      await wire.hearFrame(isReset(1));
      clearInterval(asking);
      wire.destroy();
    },
  );

  it('resets it beside a stream that the client reads', async () => {
    const { port } = await served((asked) => {
      if (asked.getRequestTarget() === '/stalled') return answer(new Uint8Array(LENGTH));
      return streamed(slowly());
    });
    const wire = new FrameWire(port, NO_WINDOW);
    wire.headers(1, END_STREAM, ...request('GET', '/stalled'));
    wire.headers(3, END_STREAM, ...request('GET', '/taken'));
    allow(allow(wire, 0, 1e9), 3, 1e9);
    await wire.hearFrame(isReset(1));
    expect(wire.frames.filter(isReset(3))).toEqual([]);
    wire.destroy();
  });

  it.each([
    ['in memory', inMemory],
    ['in chunks', inChunks],
  ])('allows a slow client that keeps reading: a body %s', async (_, handle) => {
    const { port } = await served(handle, 1_500);
    let result: { length: number; paused: boolean };
    do result = await readSlowly(port);
    while (result.length !== LENGTH && result.paused);
    expect(result.length).toBe(LENGTH);
  });
});

/** What a slow client has read, and whether the machine has kept it from reading for longer than it may. */
async function readSlowly(port: number): Promise<{ length: number; paused: boolean }> {
  const wire = new FrameWire(port, NO_WINDOW).headers(1, END_STREAM, ...request());
  const ended = ({ type, flags }: Frame) => type === DATA && (flags & END_STREAM) !== 0;
  let longest = 0;
  while (!wire.closed && !wire.frames.some(ended) && !wire.frames.some(isReset(1))) {
    allow(allow(wire, 0, 20_000), 1, 20_000);
    const start = performance.now();
    await sleep(600); // a piece takes longer than it may, the connection takes enough
    longest = Math.max(longest, performance.now() - start);
  }
  const data = wire.frames.filter(({ type }) => type === DATA);
  wire.destroy();
  return {
    length: data.reduce((sum, { payload }) => sum + payload.length, 0),
    paused: longest > 1_000,
  };
}

/** 20 kB every 10 ms, without end. */
async function* slowly(): AsyncGenerator<Uint8Array> {
  for (;;) {
    yield new Uint8Array(20_000);
    await sleep(10);
  }
}

function isReset(stream: number): (frame: Frame) => boolean {
  return (frame) => frame.type === RST_STREAM && frame.stream === stream;
}

function allow(wire: FrameWire, stream: number, bytes: number): FrameWire {
  return wire.frame(WINDOW_UPDATE, 0, stream, uint32(bytes));
}

function uint32(value: number): Buffer {
  const data = Buffer.alloc(4);
  data.writeUInt32BE(value);
  return data;
}
