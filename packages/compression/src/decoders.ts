import zlib from 'node:zlib';
import { isZstdEndChecked, streamOf, zlibCodings, type ZlibStream } from './node/zlib-codings.js';

/**
 * Decodes a compressed body chunk by chunk: an entry of `bodyParsing({ decoders })`, which limits the result. A decoder
 * itself has no limit: other code must stop iterating at one of its own.
 *
 * @throws {Error} while iterating, if the body is invalid or truncated, or bytes follow its end
 */
export type Decoder = (body: Uint8Array) => AsyncIterable<Uint8Array>;

/** Decodes `gzip` (RFC 9110 8.4.1.3). */
export const gzip: Decoder = decoder(() => streamOf(zlib.createGunzip()));

/** Decodes `deflate`, with a zlib header (RFC 9110 8.4.1.2). */
export const deflate: Decoder = decoder(() => streamOf(zlib.createInflate()));

/** Decodes `br` (RFC 7932). */
export const br: Decoder = decoder(() => streamOf(zlib.createBrotliDecompress()));

/**
 * Decodes `zstd` (RFC 8878). `undefined` if Node does not support it (before 22.15) or does not detect truncated bodies
 * (before 24); body parsing then responds to such bodies with 415.
 */
export const zstd: Decoder | undefined = zstdDecoder();

function zstdDecoder(): Decoder | undefined {
  const coding = isZstdEndChecked() ? zlibCodings.zstd : undefined;
  return coding && decoder(() => coding.decompressor());
}

function decoder(create: () => ZlibStream): Decoder {
  return (body) => decoded(body, create);
}

/** @throws {Error} if the bytes are invalid or truncated, or others follow their end */
async function* decoded(body: Uint8Array, create: () => ZlibStream): AsyncGenerator<Uint8Array> {
  const stream = create();
  stream.end(body);
  // The loop destroys the stream, however it ends.
  yield* stream as AsyncIterable<Uint8Array>;
  // `bytesWritten` counts only the bytes up to the end of the compressed data; it is 0 on runtimes that do not support
  // it.
  const left = body.length - stream.bytesWritten;
  if (stream.bytesWritten > 0 && left > 0)
    throw new Error(`${left} bytes follow the end of the compressed data`);
}
