import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { ask, client, closeClients } from './http2-client.js';
import { END_HEADERS, fieldBlock, FrameWire, GOAWAY, HEADERS, request } from './http2-wire.js';
import { answer, closeServers, serving, sleep, streamed } from './serving.js';

afterEach(() => {
  closeClients();
  return closeServers();
});

/** A frame: type, flags, stream, payload. */
type AnyFrame = readonly [number, number, number, Uint8Array];

const streamId = fc.integer({ min: 0, max: 9 });
const bytes = (max: number) => fc.uint8Array({ maxLength: max });
const header = fc
  .tuple(
    fc.constantFrom('GET', 'POST', 'HEAD', 'CONNECT', 'OPTIONS'),
    fc.constantFrom('/', '/read', '/endless', '*'),
    fc.subarray([
      ['content-length', '5'],
      ['expect', '100-continue'],
      ['te', 'trailers'],
      ['host', 'b'],
      ['Upper', 'x'],
    ] as [string, string][]),
  )
  .map(([method, path, more]) => fieldBlock(...request(method, path), ...more));

const anyFrame: fc.Arbitrary<AnyFrame> = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(fc.constant(HEADERS), flags(END_HEADERS), oddId(), header) },
  { weight: 1, arbitrary: fc.tuple(fc.constant(GOAWAY), flags(0), fc.constant(0), size(8)) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(3, 8), flags(0), streamId, size(4)) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.integer({ min: 0, max: 18 }), anyFlags(), streamId, bytes(20)),
  },
);

describe('for any frames', () => {
  it('the process keeps running, and no connection stays open', async () => {
    const timeouts = { headersTimeout: 1_500, keepAliveTimeout: 60, bodyIdleTimeout: 60 };
    const limits = { ...timeouts, writeTimeout: 60, checkInterval: 20 };
    const server = await serving(
      async (asked) => {
        if (asked.getRequestTarget() === '/endless') return streamed(endless());
        if (asked.getRequestTarget() === '/read') await asked.getBody().getContents();
        return answer('hello');
      },
      { http2: true, limits, closeTimeout: 600_000 },
    );
    const sendAll = async (frames: readonly AnyFrame[]) => {
      const wire = new FrameWire(server.port);
      for (const frame of frames) wire.frame(...frame);
      await wire.hear((text) => text !== '');
      await sleep(5);
      wire.destroy();
    };
    // A client's GOAWAY, a request, and a frame of a wrong size (CVE-2026-27135 in nghttp2).
    await sendAll([
      [GOAWAY, 0, 0, new Uint8Array(8)],
      [HEADERS, END_HEADERS, 1, fieldBlock(...request())],
      [3, 0, 1, new Uint8Array(5)],
    ]);
    await fc.assert(fc.asyncProperty(fc.array(anyFrame, { maxLength: 12 }), sendAll), {
      numRuns: numRuns(150),
    });
    expect((await ask(client(server.url))).body).toBe('hello');
    closeClients();
    await server.close();
    expect(server.errors).toEqual([]);
  });
});

async function* endless(): AsyncGenerator<Uint8Array> {
  for (;;) {
    yield new Uint8Array(1_000);
    await sleep(1);
  }
}

function flags(always: number): fc.Arbitrary<number> {
  return fc.constantFrom(0, 1).map((end) => always | end);
}

function anyFlags(): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: 255 });
}

function oddId(): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: 5 }).map((at) => 2 * at + 1);
}

function size(length: number): fc.Arbitrary<Uint8Array> {
  return fc.uint8Array({ minLength: length, maxLength: length });
}
