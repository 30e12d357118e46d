import { randomBytes } from 'node:crypto';
import zlib from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { br, type Decoder, deflate, gzip, zstd } from './decoders.js';
import { isZstdEndChecked, zlibCodings } from './node/zlib-codings.js';

const CODINGS: Readonly<Record<string, Decoder>> = {
  ...{ gzip, br, deflate },
  ...(zstd !== undefined && { zstd }),
};

describe.each(Object.entries(CODINGS))('the decoder %s', (name, decode) => {
  const encoded = (bytes: Uint8Array): Uint8Array => {
    if (name === 'deflate') return zlib.deflateSync(bytes);
    const coding = zlibCodings[name as keyof typeof zlibCodings];
    return coding?.compress(bytes, { level: 6, size: null, isFrugal: false }) ?? bytes;
  };

  it('returns the original bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), async (bytes) => {
        expect(await collected(decode, encoded(bytes))).toEqual(Buffer.from(bytes));
      }),
      { numRuns: numRuns(100) },
    );
  });

  it('rejects bytes that are not in the coding, and bytes that end early', async () => {
    const bytes = encoded(Buffer.from('x'.repeat(1000)));
    await expect(collected(decode, Buffer.from('no such coding'))).rejects.toThrow();
    await expect(collected(decode, bytes.subarray(0, bytes.length - 6))).rejects.toThrow();
  });

  it('rejects bytes that follow the end of the coding', async () => {
    const bytes = encoded(Buffer.from('x'.repeat(1000)));
    for (const rest of ['y', '\0', 'y'.repeat(70_000)]) {
      const longer = Buffer.concat([bytes, Buffer.from(rest)]);
      await expect(collected(decode, longer)).rejects.toThrow();
    }
  });

  it('stops a decompression bomb', async () => {
    const bomb = encoded(Buffer.alloc(64 * 1024 * 1024));
    let size = 0;
    const run = async () => {
      for await (const chunk of decode(bomb)) size += chunk.length;
    };
    await expect(run()).rejects.toMatchObject({ code: 'DECODED_TOO_LARGE', status: 413 });
    expect(size).toBeLessThan(Math.max(1024 * 1024, 100 * bomb.length) + 1024 * 1024);
  });
});

describe('the decoder zstd', () => {
  it('is undefined if Node does not support it, or does not check its end', () => {
    const isSupported = zlibCodings.zstd !== undefined && isZstdEndChecked();
    expect(typeof zstd).toBe(isSupported ? 'function' : 'undefined');
  });
});

describe('the ratio of a body', () => {
  it('lets a body of more than 1 MiB pass that is at most 100 times its sent size', async () => {
    const bytes = randomBytes(1024 * 1024 + 1);
    expect((await collected(gzip, zlib.gzipSync(bytes))).equals(bytes)).toBe(true);
  });

  it('can be exactly 100, and no more', async () => {
    const small = zlib.gzipSync(Buffer.alloc(2_000_000));
    const named = (length: number) => {
      // RFC 1952 2.3.1: the flag FNAME, and a name that ends with NUL after the ten bytes of the header.
      const head = Buffer.from(small.subarray(0, 10));
      head[3] = 8;
      const name = Buffer.from(`${'n'.repeat(length - small.length - 1)}\0`);
      return Buffer.concat([head, name, small.subarray(10)]);
    };
    expect((await collected(gzip, named(20_000))).length).toBe(2_000_000);
    await expect(collected(gzip, named(19_999))).rejects.toMatchObject({ status: 413 });
  });

  it('is checked only above 1 MiB', async () => {
    const mib = zlib.gzipSync(Buffer.alloc(1024 * 1024));
    expect((await collected(gzip, mib)).length).toBe(1024 * 1024);
    const more = zlib.gzipSync(Buffer.alloc(1024 * 1024 + 1));
    await expect(collected(gzip, more)).rejects.toMatchObject({ status: 413 });
  });
});

async function collected(decode: Decoder, body: Uint8Array): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of decode(body)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
