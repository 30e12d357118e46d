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

  it('stops when its reader stops', async () => {
    const bomb = encoded(Buffer.alloc(64 * 1024 * 1024));
    let size = 0;
    for await (const chunk of decode(bomb)) {
      size += chunk.length;
      if (size > 1024 * 1024) break;
    }
    expect(size).toBeLessThan(2 * 1024 * 1024);
  });
});

describe('the decoder zstd', () => {
  it('is undefined if Node does not support it, or does not check its end', () => {
    const isSupported = zlibCodings.zstd !== undefined && isZstdEndChecked();
    expect(typeof zstd).toBe(isSupported ? 'function' : 'undefined');
  });
});

async function collected(decode: Decoder, body: Uint8Array): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of decode(body)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
