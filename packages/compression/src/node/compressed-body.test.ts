import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { CompressedBody } from './compressed-body.js';
import type { ZlibStream } from './zlib-codings.js';

describe('CompressedBody', () => {
  it('frees the compressor when it is cancelled', async () => {
    const compressor = throughput();
    const body = bodyOf(compressor);
    await body.next();
    await body.return();
    expect(compressor.destroyed).toBe(true);
  });

  it('frees the compressor at the end', async () => {
    const compressor = throughput();
    for await (const chunk of bodyOf(compressor)) expect(chunk.length).toBe(1);
    expect(compressor.destroyed).toBe(true);
  });

  it('fails with the error of the compressor', async () => {
    const failure = new Error('out of memory');
    const compressor = throughput();
    const body = bodyOf(compressor);
    await body.next();
    compressor.destroy(failure);
    await expect(body.next()).rejects.toBe(failure);
  });

  it('creates no compressor before it is read', async () => {
    let created = 0;
    const body = bodyOf(throughput(), () => (created += 1));
    await body.return();
    expect(created).toBe(0);
  });
});

/** Passes bytes on unchanged. */
function throughput(): ZlibStream {
  return Object.assign(new PassThrough(), {
    flush: (_kind: number, done: () => void) => {
      done();
    },
  }) as unknown as ZlibStream;
}

function bodyOf(compressor: ZlibStream, onCreate: () => void = () => undefined): CompressedBody {
  async function* source(): AsyncGenerator<Uint8Array> {
    for (const byte of [1, 2, 3]) yield await Promise.resolve(Uint8Array.of(byte));
  }
  const create = () => {
    onCreate();
    return compressor;
  };
  return new CompressedBody(factories.createStreamFromResource(source()), { create, flush: 0 });
}
