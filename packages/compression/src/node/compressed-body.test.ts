import { PassThrough, Transform } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { waitForEvent } from '../../../../tooling/testing/wait-for.js';
import { CompressedBody } from './compressed-body.js';
import type { ZlibStream } from './zlib-codings.js';

describe('CompressedBody', () => {
  it('frees the compressor when it is cancelled', async () => {
    const compressor = throughput();
    const body = bodyOf(compressor);
    await soon(body.next());
    await body.return();
    expect(compressor.destroyed).toBe(true);
  });

  it('frees the compressor at the end', async () => {
    const compressor = throughput();
    const body = bodyOf(compressor);
    for (let count = 0; count < 3; count++) expect((await soon(body.next())).done).toBe(false);
    expect((await soon(body.next())).done).toBe(true);
    expect(compressor.destroyed).toBe(true);
  });

  it('fails with the error of the compressor', async () => {
    const failure = new Error('out of memory');
    const compressor = throughput();
    const body = bodyOf(compressor);
    await soon(body.next());
    compressor.destroy(failure);
    await expect(soon(body.next())).rejects.toBe(failure);
  });

  it('fails for a reader that waits when the compressor fails', async () => {
    const failure = new Error('out of memory');
    const compressor = stuck(64);
    const body = bodyOf(compressor);
    const next = body.next();
    await turns();
    compressor.destroy(failure);
    await expect(soon(next)).rejects.toBe(failure);
  });

  it('closes the compressed body at the end', async () => {
    const inner = factories.createStreamFromResource(threeBytes());
    const compressor = throughput();
    const body = new CompressedBody(inner, { create: () => compressor, flush: 0 });
    for (let count = 0; count < 4; count++) await soon(body.next());
    expect(inner.isReadable()).toBe(false);
  });

  it('frees the compressor after an error of the source', async () => {
    const compressor = throughput();
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(Uint8Array.of(1));
      throw new Error('disk');
    }
    const body = bodyOf(compressor, { source: failing() });
    await soon(body.next());
    await expect(soon(body.next())).rejects.toThrow('disk');
    expect(compressor.destroyed).toBe(true);
  });

  it.each([[3], [2], [null]])('ends after 3 bytes of %p declared ones', async (size) => {
    const body = bodyOf(throughput(), { size });
    for (let count = 0; count < 3; count++) expect((await soon(body.next())).done).toBe(false);
    expect((await soon(body.next())).done).toBe(true);
  });

  it('fails after 3 bytes of 5 declared ones, and frees the compressor', async () => {
    const compressor = throughput();
    const body = bodyOf(compressor, { size: 5 });
    for (let count = 0; count < 3; count++) await soon(body.next());
    await expect(soon(body.next())).rejects.toThrow('2 bytes early');
    expect(compressor.destroyed).toBe(true);
  });

  it('keeps the chunk of the source for which it waits while the compressor has output', async () => {
    const compressor = throughput();
    const pushes: ((byte: number) => void)[] = [];
    const source = {
      next: () =>
        new Promise<IteratorResult<Uint8Array>>((resolve) => {
          pushes.push((byte) => {
            resolve({ done: false, value: Uint8Array.of(byte) });
          });
        }),
      [Symbol.asyncIterator]: () => source,
    };
    const body = bodyOf(compressor, { source });
    const first = body.next();
    await turns();
    compressor.push(Uint8Array.of(7));
    expect((await soon(first)).value).toEqual(Buffer.of(7));
    const second = body.next();
    await turns();
    pushes[0]?.(1);
    expect([(await soon(second)).value, pushes.length]).toEqual([Buffer.of(1), 1]);
    await body.return();
  });

  it('has no more output after it was cancelled', async () => {
    const compressor = throughput();
    const body = bodyOf(compressor);
    await soon(body.next());
    compressor.push(Uint8Array.of(7));
    await new Promise((resolve) => setImmediate(resolve));
    await body.return();
    expect(await soon(body.next())).toEqual({ done: true, value: undefined });
  });

  it('ends for a reader that waits for the compressor when it is cancelled', async () => {
    const body = bodyOf(stuck(64));
    const next = body.next();
    await new Promise((resolve) => setImmediate(resolve));
    await body.return();
    expect(await soon(next)).toEqual({ done: true, value: undefined });
  });

  it('ends for a reader that waits for a full compressor when it is cancelled', async () => {
    const body = bodyOf(stuck(1));
    const next = body.next();
    await new Promise((resolve) => setImmediate(resolve));
    await body.return();
    expect(await soon(next)).toEqual({ done: true, value: undefined });
  });

  it('flushes once when the source waits, and never before its first byte', async () => {
    let flushes = 0;
    const compressor = throughput(() => (flushes += 1));
    let push: (byte: number) => void = () => undefined;
    async function* source(): AsyncGenerator<Uint8Array> {
      for (;;) yield Uint8Array.of(await new Promise<number>((resolve) => (push = resolve)));
    }
    const body = bodyOf(compressor, { source: source() });
    const next = body.next();
    await turns();
    const counts = [flushes];
    push(1);
    await soon(next);
    const later = body.next();
    await turns();
    counts.push(flushes);
    push(2);
    await soon(later);
    await body.return();
    expect(counts).toEqual([0, 1]);
  });

  it('adds no listener for each time that the compressor is full', async () => {
    const compressor = full();
    const events = ['drain', 'close', 'error'];
    const body = bodyOf(compressor);
    await soon(body.next());
    const before = events.map((event) => compressor.listenerCount(event));
    await soon(body.next());
    await soon(body.next());
    expect(events.map((event) => compressor.listenerCount(event))).toEqual(before);
  });

  it('creates no compressor before it is read', async () => {
    let created = 0;
    const body = bodyOf(throughput(), { onCreate: () => (created += 1) });
    await body.return();
    expect(created).toBe(0);
  });
});

/** Waits for a chunk or the end, which are due. */
function soon<T>(next: Promise<T>): Promise<T> {
  return waitForEvent('a chunk or the end of the body', next);
}

/** Passes bytes on unchanged. */
function throughput(onFlush: () => void = () => undefined): ZlibStream {
  const flush = (_kind: number, done: () => void) => {
    onFlush();
    done();
  };
  return Object.assign(new PassThrough(), { flush }) as unknown as ZlibStream;
}

/** Is full while it passes a byte on. */
function full(): ZlibStream {
  const stream = new Transform({
    highWaterMark: 1,
    transform: (chunk, _encoding, done) => void setImmediate(done, null, chunk),
  });
  const flush = (_kind: number, done: () => void) => void setImmediate(done);
  return Object.assign(stream, { flush }) as unknown as ZlibStream;
}

/** Accepts some bytes, and never compresses them. */
function stuck(highWaterMark: number): ZlibStream {
  const stream = new Transform({ highWaterMark, transform: () => undefined });
  return Object.assign(stream, { flush: () => undefined }) as unknown as ZlibStream;
}

async function* threeBytes(): AsyncGenerator<Uint8Array> {
  for (const byte of [1, 2, 3]) yield await Promise.resolve(Uint8Array.of(byte));
}

/** More turns of the event loop than a flush needs. */
async function turns(): Promise<void> {
  for (let count = 0; count < 5; count++) await new Promise((resolve) => setImmediate(resolve));
}

function bodyOf(
  compressor: ZlibStream,
  {
    source = threeBytes(),
    onCreate = () => undefined,
    size = null,
  }: {
    readonly source?: AsyncIterable<Uint8Array>;
    readonly onCreate?: () => void;
    readonly size?: number | null;
  } = {},
): CompressedBody {
  const create = () => {
    onCreate();
    return compressor;
  };
  return new CompressedBody(factories.createStreamFromResource(source), { create, flush: 0 }, size);
}
