/** One ratio limits what a request body decodes to, whatever decodes it. */
import zlib, { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { gunzip, inflate } from '@mortise/body-parsers';
import { br, type Decoder, deflate, gzip, zstd } from '@mortise/compression/decoders';
import { createApp, json } from 'mortise';
import { overSocket } from 'mortise/testing';
import { implementations } from '../testing/implementations.js';

// The types are those of Node 20, which has no zstd.
const { zstdCompressSync } = zlib as unknown as { zstdCompressSync: typeof gzipSync };

type Coding = readonly [decoder: Decoder, encode: (bytes: Uint8Array) => Uint8Array];

describe.each(implementations)(
  'a decompression bomb over a socket, with %s',
  (_name, factories) => {
    const MIB = 1024 * 1024;
    const ofCompression: Readonly<Record<string, Coding>> = {
      gzip: [gzip, gzipSync],
      deflate: [deflate, deflateSync],
      br: [br, brotliCompressSync],
      ...(zstd !== undefined && { zstd: [zstd, zstdCompressSync] }),
    };
    const ofBodyParsers: Readonly<Record<string, Coding>> = {
      gzip: [gunzip, gzipSync],
      deflate: [inflate, deflateSync],
    };

    it.each(
      Object.entries({ compression: ofCompression, 'body-parsers': ofBodyParsers }).flatMap(
        ([from, all]) =>
          Object.entries(all).map(([coding, [decoder, encode]]) => ({
            ...{ package: from, coding, decoder, encode },
          })),
      ),
    )('is refused, of $coding by the decoder of $package', async ({ coding, decoder, encode }) => {
      const app = createApp({
        factories,
        logger: { error: () => undefined, info: () => undefined },
        body: { decoders: { [coding]: decoder }, maxBytes: 20 * MIB },
      });
      app.post('/', (request, response) =>
        json(response, (request.getParsedBody() as string[] | null)?.[0]?.length),
      );
      const client = overSocket(app);
      try {
        const headers = { 'Content-Type': 'application/json', 'Content-Encoding': coding };
        const answers = [MIB, MIB + 1].map(async (size) => {
          const body = encode(Buffer.from(`["${'y'.repeat(size - 4)}"]`));
          const response = await client.post('/', { headers, body });
          return [response.getStatusCode(), await response.getBody().text()];
        });
        expect(await Promise.all(answers)).toEqual([
          [200, String(MIB - 4)],
          [413, expect.stringContaining('DECODED_TOO_LARGE')],
        ]);
      } finally {
        await client.close();
      }
    });
  },
);
