import { describe, expect, it, jest } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import zlib from 'node:zlib';
import { zlibCodings } from './zlib-codings.js';

const METHODS = { gzip: 'gzipSync', br: 'brotliCompressSync', zstd: 'zstdCompressSync' };
const DECODERS = { gzip: 'gunzipSync', br: 'brotliDecompressSync', zstd: 'zstdDecompressSync' };
type Codecs = Record<string, (bytes: Uint8Array, options?: object) => Uint8Array>;
const codecs = zlib as unknown as Codecs;
const known = (['gzip', 'br', 'zstd'] as const).filter((name) => zlibCodings[name] !== undefined);
const options = { level: 3, isFrugal: false };

describe.each(known)('a short body in %s', (name) => {
  const coding = zlibCodings[name];

  it.each([
    [1_000, 1_024],
    [20_000, 5_000],
    [64 * 1024, 16_384],
  ])('of %d bytes gets output in parts of %d bytes', (size, chunkSize) => {
    const compress = jest.spyOn(codecs, METHODS[name]);
    try {
      coding?.compress(Buffer.alloc(size, 'text '), { ...options, size });
      expect(compress.mock.calls).toEqual([
        [expect.anything(), expect.objectContaining({ chunkSize })],
      ]);
    } finally {
      compress.mockRestore();
    }
  });

  it('that does not become smaller is whole', () => {
    const bytes = randomBytes(20_000);
    const compressed = coding?.compress(bytes, { ...options, size: bytes.length }) ?? bytes;
    const decoded = codecs[DECODERS[name]]?.(compressed);
    expect(Buffer.compare(decoded ?? Buffer.of(), bytes)).toBe(0);
  });
});
