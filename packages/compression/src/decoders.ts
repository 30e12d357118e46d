import zlib from 'node:zlib';
import { DecodingError } from './compression-error.js';
import { isZstdEndChecked, streamOf, zlibCodings, type ZlibStream } from './node/zlib-codings.js';

/** Decodes one content coding chunk by chunk: an entry of `bodyParsing({ decoders })`. */
export type Decoder = (body: Uint8Array) => AsyncIterable<Uint8Array>;

/** Maximum ratio of the decoded to the sent size, for bodies of more than this number of bytes. */
const MAX_RATIO = 100;
const MIB = 1024 * 1024;

/** Decodes `gzip` (RFC 9110 8.4.1.3). */
export const gzip: Decoder = decoder(() => streamOf(zlib.createGunzip()));

/** Decodes `deflate`, with the zlib header (RFC 9110 8.4.1.2). */
export const deflate: Decoder = decoder(() => streamOf(zlib.createInflate()));

/** Decodes `br` (RFC 7932). */
export const br: Decoder = decoder(() => streamOf(zlib.createBrotliDecompress()));

/**
 * Decodes `zstd` (RFC 8878); `undefined` if Node does not support it (before 22.15), or does not report a body that ends
 * early (before 24): body parsing then has no such decoder, and refuses the coding with 415.
 */
export const zstd: Decoder | undefined = zstdDecoder();

function zstdDecoder(): Decoder | undefined {
  const coding = isZstdEndChecked() ? zlibCodings.zstd : undefined;
  return coding && decoder(() => coding.decompressor());
}

function decoder(create: () => ZlibStream): Decoder {
  return (body) => decoded(body, create);
}

/**
 * @throws {DecodingError} `DECODED_TOO_LARGE` for a decompression bomb: above 1 MiB, more than 100 times the
 *   size of the body
 * @throws {Error} for bytes that are not in the coding, that end early, or that follow its end
 */
async function* decoded(body: Uint8Array, create: () => ZlibStream): AsyncGenerator<Uint8Array> {
  const stream = create();
  stream.end(body);
  let size = 0;
  // The iteration destroys the stream, however it ends.
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MIB && size > MAX_RATIO * body.length) throw new DecodingError(MAX_RATIO);
    yield chunk;
  }
  // Only the bytes up to the end of the coding are counted; a runtime that counts none does not know it.
  const left = body.length - stream.bytesWritten;
  if (stream.bytesWritten > 0 && left > 0)
    throw new Error(`${left} bytes follow the end of the body`);
}
