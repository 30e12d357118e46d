import { afterEach, describe, expect, it } from '@jest/globals';
import type { StreamInterface } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { numRuns } from '../../../../tooling/properties/num-runs.js';
import { answer, bytes, closeServers, serving, sleep, streamed } from '../../test/serving.js';
import { waitFor } from '../../test/wait-for.js';
import { get, lastGet, readResponses, talk, Wire, type WireResponse } from '../../test/wire.js';
import { toListener } from '../index.js';
import { TrailedBody } from './trailed-body.js';

import fc from 'fast-check';

afterEach(closeServers);

describe('the emitter', () => {
  it('keeps the order, the case and the repetition of header fields', async () => {
    const response = answer('', 200, { 'X-B': ['1', '2'], 'set-COOKIE': ['a=1', 'b=2'] });
    const { port } = await serving(() => response);
    const head = await talk(port, lastGet());
    expect(head.split('\r\n').slice(1, 5)).toEqual([
      'X-B: 1',
      'X-B: 2',
      'set-COOKIE: a=1',
      'set-COOKIE: b=2',
    ]);
  });

  it('sends a reason phrase of the response', async () => {
    const { port } = await serving(() => answer().withStatus(200, 'Fine by me'));
    expect(await talk(port, lastGet())).toMatch(/^HTTP\/1\.1 200 Fine by me\r\n/);
  });

  it.each([
    ['é', 'café'],
    ['e', 'café'],
    ['é', 'cafe'],
  ])('sends the text %j in UTF-8 and the header value %j as single bytes', async (text, name) => {
    const { port } = await serving(() => answer(text, 200, { 'X-Name': name }));
    const [response] = readResponses(await talk(port, lastGet()), true);
    expect([response?.fields.get('x-name'), response?.body.toString()]).toEqual([[name], text]);
  });

  it('sends the whole of a body that was written to, and again for the next request', async () => {
    const response = answer();
    response.getBody().write('written');
    const { port } = await serving(() => response);
    const both = readResponses(await talk(port, get() + lastGet()), true);
    expect(both.map(({ body }) => body.toString())).toEqual(['written', 'written']);
  });

  it.each([
    [204, undefined],
    [205, ['0']],
    [304, undefined],
  ])('sends %d without a body and with the length %j', async (status, length) => {
    const { port } = await serving(() => answer('no body', status));
    const [first, second] = readResponses(await talk(port, get() + lastGet()), true);
    expect(first?.fields.get('content-length')).toEqual(length);
    expect(first?.fields.has('transfer-encoding')).toBe(false);
    expect(second?.status).toBe(status);
  });

  it('closes the body of a response that must not have one', async () => {
    let cancelled = false;
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        yield await Promise.resolve(bytes('x'));
      } finally {
        cancelled = true;
      }
    }
    const body = source();
    await body.next();
    const { port } = await serving(() => streamed(body).withStatus(304));
    await talk(port, lastGet());
    await waitFor(() => cancelled);
  });

  it('responds to HEAD with the length of the body but none of it', async () => {
    const { port } = await serving(() => answer('12345'));
    const text = await talk(port, 'HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(text).toMatch(/Content-Length: 5\r\n/);
    expect(text).toMatch(/\r\n\r\n$/);
  });

  it('keeps the stated length of a response to HEAD even if its body was dropped', async () => {
    const { port } = await serving(() => answer('', 200, { 'Content-Length': '7' }));
    const text = await talk(port, 'HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(text).toMatch(/Content-Length: 7\r\n/);
  });

  it('sends the true length of a body in memory, whatever the response states', async () => {
    const { port } = await serving(() => answer('12345', 200, { 'Content-Length': '7' }));
    const [response] = readResponses(await talk(port, lastGet()), true);
    expect([response?.fields.get('content-length'), response?.complete]).toEqual([['5'], true]);
  });

  it('closes the connection if the response has Connection: close', async () => {
    const { port } = await serving(() => answer('x', 200, { Connection: 'foo, Close' }));
    const [response] = readResponses(await talk(port, get()), true);
    expect(response?.fields.get('connection')).toEqual(['close']);
  });

  it.each([100, 199])('responds with 500 instead of a final %d', async (status) => {
    const { port, errors } = await serving(() => answer('', status));
    expect(await talk(port, lastGet())).toMatch(/^HTTP\/1\.1 500 /);
    expect(errors).toMatchObject([{ code: 'RESPONSE_INVALID' }]);
  });
});

describe.each([
  ['a generator', (chunks: AsyncIterable<Uint8Array>) => chunks],
  [
    "a stream of Node's",
    (chunks: AsyncIterable<Uint8Array>) => Readable.from(chunks, { objectMode: false }),
  ],
])('the emitter, given %s,', (_, from) => {
  it('sends the head while the body is still waiting', async () => {
    async function* never(): AsyncGenerator<Uint8Array> {
      await new Promise(() => undefined);
      yield bytes('never');
    }
    const { port } = await serving(() => streamed(from(never())));
    const wire = new Wire(port).send(get());
    expect(await wire.hear((text) => text.includes('\r\n\r\n'))).toMatch(/^HTTP\/1\.1 200/);
    wire.destroy();
  });

  it('responds with 500 if the body fails before its first byte', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      await Promise.reject(new Error('no disk'));
      yield bytes('');
    }
    const { port, errors } = await serving(() => streamed(from(broken())));
    expect(await talk(port, lastGet())).toMatch(/^HTTP\/1\.1 500 /);
    expect(errors).toMatchObject([{ message: 'no disk' }]);
  });

  it('closes the connection if the body fails later, and reports it once', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield bytes('begun');
      await new Promise((resolve) => setTimeout(resolve, 20));
      throw new Error('half way');
    }
    const { port, errors } = await serving(() => streamed(from(broken())));
    const [response] = readResponses(await talk(port, get()), true);
    expect([response?.body.toString(), response?.complete]).toEqual(['begun', false]);
    expect(errors).toMatchObject([{ message: 'half way' }]);
  });

  it.each(['4', '6'])(
    'closes the connection if 5 bytes are sent for %s announced',
    async (length) => {
      async function* five(): AsyncGenerator<Uint8Array> {
        yield await Promise.resolve(bytes('12'));
        yield bytes('345');
      }
      const { port, errors } = await serving(() =>
        streamed(from(five()), { 'Content-Length': length }),
      );
      const text = await talk(port, get());
      const complete = text !== '' && readResponses(text, true)[0]?.complete;
      expect(complete).toBe(false);
      expect(errors).toMatchObject([{ code: 'RESPONSE_LENGTH_MISMATCH' }]);
    },
  );

  it('cancels the source when the client disconnects', async () => {
    let cancelled = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield await Promise.resolve(new Uint8Array(65_536));
      } finally {
        cancelled = true;
      }
    }
    const { port, errors } = await serving(() => streamed(from(endless())));
    const wire = new Wire(port).send(get());
    await wire.hear((text) => text.length > 200_000);
    wire.destroy();
    await waitFor(() => cancelled);
    expect(errors).toEqual([]);
  });

  it('reads the source no further than the client reads the response', async () => {
    let given = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        given += 65_536;
        yield await Promise.resolve(new Uint8Array(65_536));
      }
    }
    const { port } = await serving(() => streamed(from(endless())));
    const wire = new Wire(port);
    wire.socket.pause();
    wire.send(get());
    await waitFor(() => given > 0);
    const most = 50_000_000; // far above what buffers on the way hold
    for (let before = 0; given > before && given < most; ) {
      before = given;
      await sleep(100);
    }
    expect(given).toBeLessThan(most);
    wire.destroy();
  });
});

describe("the emitter, given a stream of Node's,", () => {
  it('does not iterate over it', async () => {
    const source = Readable.from([bytes('a'), bytes('b')], { objectMode: false });
    source[Symbol.asyncIterator] = () => {
      throw new Error('iterated over');
    };
    const { port, errors } = await serving(() => streamed(source));
    const [response] = readResponses(await talk(port, lastGet()), true);
    expect([response?.body.toString(), response?.complete, errors]).toEqual(['ab', true, []]);
  });

  it('pauses it when 512 KiB wait for a client that reads nothing', async () => {
    const chunk = new Uint8Array(65_536);
    const source = new Readable({ read: () => void source.push(chunk) });
    const listener = toListener({ handle: () => streamed(source) }, { factories });
    let outgoing: ServerResponse | null = null;
    const server = createServer((incoming, response) => {
      outgoing = response;
      listener(incoming, response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const wire = new Wire((server.address() as AddressInfo).port);
    wire.socket.pause();
    wire.send(get());
    const waiting = (): number => outgoing?.writableLength ?? 0;
    // The kernel takes the first megabytes.
    await waitFor(() => source.isPaused() && waiting() >= 524_288);
    expect(waiting()).toBeLessThan(524_288 + 2 * chunk.length);
    wire.destroy();
    server.close();
  });

  it('pauses that of a pipelined request earlier, before its turn comes', async () => {
    const given = [0, 0];
    const sources: Readable[] = [];
    const { port } = await serving(() => {
      const at = sources.length;
      const read = (): void => {
        given[at] = (given[at] ?? 0) + 65_536;
        sources[at]?.push(new Uint8Array(65_536));
      };
      sources.push(new Readable({ read }));
      return streamed(sources[at] as Readable);
    });
    const wire = new Wire(port);
    wire.socket.pause();
    wire.send(get() + get());
    await waitFor(() => sources.length === 2 && sources.every((source) => source.isPaused()));
    expect(given[1]).toBeLessThan(450_000);
    wire.destroy();
  });

  it('sends the rest of one that was read before', async () => {
    const { port } = await serving(async () => {
      const source = Readable.from([bytes('abc'), bytes('def')], { objectMode: false });
      const response = streamed(source);
      await response.getBody().read(2);
      return response;
    });
    const [response] = readResponses(await talk(port, lastGet()), true);
    expect([response?.body.toString(), response?.complete]).toEqual(['cdef', true]);
  });

  it('sends what a wrapping body makes of it', async () => {
    const { port } = await serving(() => {
      const response = streamed(Readable.from([bytes('a')], { objectMode: false }));
      return response.withBody(new UpperCase(response.getBody()));
    });
    const [response] = readResponses(await talk(port, lastGet()), true);
    expect(response?.body.toString()).toBe('A');
  });

  it('responds with 500 for one that was destroyed before', async () => {
    const { port, errors } = await serving(() => streamed(new Readable().destroy()));
    expect(await talk(port, lastGet())).toMatch(/^HTTP\/1\.1 500 /);
    expect(errors).toHaveLength(1);
  });

  it('is destroyed when a chunk exceeds the declared length, and no later one is sent in its place', async () => {
    const source = new Readable({ read: () => undefined });
    source.push(bytes('too long'));
    source.push(bytes('fits'));
    const { port, errors } = await serving(() => streamed(source, { 'Content-Length': '4' }));
    expect(await talk(port, lastGet())).not.toContain('fits');
    expect(source.destroyed).toBe(true);
    expect(errors).toMatchObject([{ code: 'RESPONSE_LENGTH_MISMATCH' }]);
  });

  it('refuses one that yields text, like any other source of text', async () => {
    const { port, errors } = await serving(() =>
      streamed(Readable.from([bytes('a')], { objectMode: false }).setEncoding('utf8')),
    );
    expect(await talk(port, lastGet())).toMatch(/^HTTP\/1\.1 500 /);
    expect(errors).toMatchObject([{ code: 'STREAM_NOT_READABLE' }]);
  });
});

// P24, with the kinds of bodies that a stream factory takes.
describe('every response', () => {
  const framing = fc.dictionary(
    fc.constantFrom('Content-Length', 'Transfer-Encoding', 'Connection', 'Keep-Alive', 'Trailer'),
    fc.constantFrom('0', '3', 'chunked', 'close', 'keep-alive', 'X'),
  );
  const content = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.uint8Array());
  const cases = fc.record({
    status: fc.constantFrom(200, 201, 204, 205, 206, 301, 304, 404, 500, 599),
    fields: framing,
    content,
    kind: fc.constantFrom('memory', 'stream'),
    method: fc.constantFrom('GET', 'HEAD', 'POST'),
    version: fc.constantFrom('1.0', '1.1'),
    keep: fc.boolean(),
  });

  it('is one message on the wire, framed once, with only its own body', async () => {
    let current = answer();
    const { port } = await serving(() => current);
    await fc.assert(
      fc.asyncProperty(cases, async ({ status, fields, content, kind, method, version, keep }) => {
        const whole = Buffer.from(content);
        const declared = { ...fields };
        if (kind === 'stream') delete declared['Content-Length'];
        current = answer(content, status, declared);
        if (kind === 'stream') {
          current = current.withBody(factories.createStreamFromResource(chunksOf(whole)));
        }
        const request = `${method} / HTTP/${version}\r\nHost: a\r\nContent-Length: 0\r\nConnection: ${
          keep ? 'keep-alive' : 'close'
        }\r\n\r\n`;
        const { text, closed } = await ask(port, request);
        const responses = readResponses(text, closed, [method]);
        expect(responses).toHaveLength(1);
        const response = responses[0] as WireResponse;
        const bodiless = method === 'HEAD' || [204, 205, 304].includes(status);
        expect(response.body.equals(bodiless ? Buffer.alloc(0) : whole)).toBe(true);
        expect(response.complete).toBe(true);
        expect(version === '1.0' && response.fields.has('transfer-encoding')).toBe(false);
        expect(response.fields.get('connection')).toEqual([closed ? 'close' : 'keep-alive']);
      }),
      { numRuns: numRuns(300) },
    );
  }, 600_000);
});

async function* chunksOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += 100) {
    yield await Promise.resolve(content.subarray(at, at + 100));
  }
}

/** One request; afterwards tells by a second one whether the connection is still good. */
async function ask(port: number, request: string): Promise<{ text: string; closed: boolean }> {
  const wire = new Wire(port).send(request);
  const marker = '\r\nX-Marker: ';
  await wire.hear((text) => /^HTTP[^]*\r\n\r\n/.test(text));
  const keeps = !/^Connection: close\r$/m.test(
    wire.heard.slice(0, wire.heard.indexOf('\r\n\r\n') + 2),
  );
  if (keeps) {
    await wire.hear(
      (text) => readResponses(text, false, [request.split(' ')[0] ?? ''])[0]?.complete === true,
    );
  } else await wire.untilClosed();
  const text = wire.heard;
  const { closed } = wire;
  wire.destroy();
  return { text: text.replace(marker, ''), closed };
}

/** A body whose bytes differ from those of the one that it wraps. */
class UpperCase extends TrailedBody {
  constructor(body: StreamInterface) {
    super(body, {});
  }

  override async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    const chunks = { [Symbol.asyncIterator]: () => super[Symbol.asyncIterator]() };
    for await (const chunk of chunks) yield bytes(Buffer.from(chunk).toString().toUpperCase());
  }
}
