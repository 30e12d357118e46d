import { afterEach, describe, expect, it } from '@jest/globals';
import { LENT_SOURCE } from '@mortise/base/message';
import type { StreamInterface } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Duplex, Readable } from 'node:stream';
import { bytes, closeServers, serving, sleep, streamed } from '../../test/serving.js';
import { waitFor } from '../../test/wait-for.js';
import { get, lastGet, readResponses, talk, Wire } from '../../test/wire.js';
import { toListener } from '../index.js';

afterEach(closeServers);

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

  it('responds with 500 if its first chunk exceeds the declared length', async () => {
    async function* long(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(bytes('12'));
    }
    const { port, errors } = await serving(() => streamed(from(long()), { 'Content-Length': '1' }));
    expect(await talk(port, lastGet())).toMatch(/^HTTP\/1\.1 500 /);
    expect(errors).toMatchObject([{ code: 'RESPONSE_LENGTH_MISMATCH' }]);
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

  it('keeps no listener of an earlier wait for the client', async () => {
    const counts: number[] = [];
    let outgoing: ServerResponse | null = null;
    async function* large(): AsyncGenerator<Uint8Array> {
      for (let chunk = 0; chunk < 6; chunk++) {
        yield await Promise.resolve(new Uint8Array(1_048_576));
        counts.push(outgoing?.listenerCount('close') ?? -1);
      }
    }
    const listener = toListener({ handle: () => streamed(from(large())) }, { factories });
    const server = createServer((incoming, response) => {
      outgoing = response;
      listener(incoming, response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await (await fetch(`http://127.0.0.1:${port}/`)).arrayBuffer();
    server.closeAllConnections();
    server.close();
    expect(Math.max(...counts)).toBeLessThanOrEqual(1);
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

describe('the emitter, given a body of known size,', () => {
  it('declares the length of what is left of it', async () => {
    const { port } = await serving(async () => {
      const response = streamed(Readable.from([bytes('abcdef')], { objectMode: false }));
      const body = response.getBody();
      body.getSize = () => 6;
      await body.read(2);
      return response;
    });
    const [response] = readResponses(await talk(port, lastGet()), true);
    expect(response?.fields.get('content-length')).toEqual(['4']);
    expect([response?.body.toString(), response?.complete]).toEqual(['cdef', true]);
  });
});

describe('the body of a streamed response', () => {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield await Promise.resolve(bytes('abc'));
  }

  it.each([
    ['succeeded', '3', []],
    ['failed', '4', [{ code: 'RESPONSE_LENGTH_MISMATCH' }]],
  ])('is closed after it has %s', async (_, length, reported) => {
    const response = streamed(chunks(), { 'Content-Length': length });
    const { port, errors } = await serving(() => response);
    await talk(port, lastGet());
    expect([response.getBody().isReadable(), errors]).toMatchObject([false, reported]);
  });

  it('has the length that the response states, even if it knows another', async () => {
    const response = streamed(chunks(), { 'Content-Length': '3' });
    response.getBody().getSize = () => 4;
    const { port, errors } = await serving(() => response);
    const [heard] = readResponses(await talk(port, lastGet()), true);
    expect([heard?.fields.get('content-length'), heard?.complete, errors]).toEqual([
      ['3'],
      true,
      [],
    ]);
  });

  it('is not reported if it fails because the client has disconnected', async () => {
    const source = new Readable({
      read: () => undefined,
      destroy: (_, done) => {
        done(new Error('closed early'));
      },
    });
    source.push(bytes('abc'));
    const { port, errors } = await serving(() => streamed(source));
    const wire = new Wire(port).send(get());
    await wire.hear((text) => text.includes('abc'));
    wire.destroy();
    await waitFor(() => source.closed);
    await sleep(0);
    expect(errors).toEqual([]);
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

  it('ends with it, although it can still be written to', async () => {
    const source = new Duplex({
      read() {
        this.push(bytes('a'));
        this.push(null);
      },
      write: () => undefined,
    });
    source.write('b');
    const { port, errors } = await serving(() => streamed(source));
    const [response] = readResponses(await talk(port, lastGet()), true);
    expect([response?.body.toString(), response?.complete, errors]).toEqual(['a', true, []]);
  });

  it('sends what a wrapping body makes of it', async () => {
    const { port } = await serving(() => {
      const response = streamed(Readable.from([bytes('a')], { objectMode: false }));
      return response.withBody(upperCase(response.getBody()));
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

  it('sends the text of one as UTF-8, like any other source of text', async () => {
    const { port, errors } = await serving(() =>
      streamed(Readable.from([bytes('a')], { objectMode: false }).setEncoding('utf8')),
    );
    expect(await talk(port, lastGet())).toMatch(
      /^HTTP\/1\.1 200 [\s\S]*\r\n\r\n1\r\na\r\n0\r\n\r\n$/,
    );
    expect(errors).toEqual([]);
  });
});

/** A body whose bytes differ from those of the one that it wraps, and that does not lend the source of that one. */
function upperCase(body: StreamInterface): StreamInterface {
  const own = {
    [LENT_SOURCE]: undefined,
    async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
      for await (const chunk of body) yield bytes(Buffer.from(chunk).toString().toUpperCase());
    },
  };
  const get = (_: StreamInterface, name: string | symbol): unknown => {
    const member: unknown = name in own ? Reflect.get(own, name) : Reflect.get(body, name);
    return typeof member === 'function' ? (member.bind(body) as unknown) : member;
  };
  return new Proxy(body, { get });
}

it('a body whose chunks are text leaves no byte of it for the next response', async () => {
  const { port, errors } = await serving(() => {
    const body = new Proxy(factories.createStream('abc'), {
      get(target, name) {
        if (name === 'inMemory') return () => null;
        if (name === Symbol.asyncIterator)
          return async function* () {
            yield await Promise.resolve('longer than three');
          };
        const member = Reflect.get(target, name, target) as unknown;
        return typeof member === 'function' ? (member.bind(target) as unknown) : member;
      },
    });
    return factories.createResponse().withBody(body);
  });
  const responses = readResponses(await talk(port, get() + lastGet()), false);
  expect(responses.map(({ status }) => status)).toEqual([500, 500]);
  const message = "a chunk of the response's body is a string of length 17; expected a Uint8Array";
  const error = { code: 'RESPONSE_INVALID', message };
  expect(errors).toMatchObject([error, error]);
});
