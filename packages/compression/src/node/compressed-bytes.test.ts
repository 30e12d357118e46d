import { PassThrough, Transform } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { compressedBytes } from './compressed-bytes.js';
import type { ZlibStream } from './zlib-codings.js';

describe('compressedBytes', () => {
  it('resolves with all output, in order', async () => {
    const stream = new PassThrough() as unknown as ZlibStream;
    stream.write('a');
    expect(Buffer.from(await compressedBytes('bc', stream)).toString()).toBe('abc');
  });

  it('rejects with the error of the compressor', async () => {
    const failure = new Error('out of memory');
    const stream = new Transform({
      transform: (_chunk, _encoding, done) => {
        done(failure);
      },
    }) as unknown as ZlibStream;
    await expect(compressedBytes('a', stream)).rejects.toBe(failure);
  });
});
