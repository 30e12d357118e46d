import { DecodingError } from './compression-error.js';
import { isZstdEndChecked, type ZlibCoding, zlibCodings } from './node/zlib-codings.js';

/** Decodes one content coding chunk by chunk: an entry of `bodyParsing({ decoders })`. */
export type Decoder = (body: Uint8Array) => AsyncIterable<Uint8Array>;

/** Maximum ratio of the decoded to the sent size, for bodies of more than this number of bytes. */
const MAX_RATIO = 100;
const MIB = 1024 * 1024;

/** Decodes `gzip` (RFC 9110 8.4.1.3). */
export const gzip: Decoder = decoder('gzip', zlibCodings.gzip);

/** Decodes `deflate`, with the zlib header (RFC 9110 8.4.1.2). */
export const deflate: Decoder = decoder('deflate', zlibCodings.deflate);

/** Decodes `br` (RFC 7932). */
export const br: Decoder = decoder('br', zlibCodings.br);

/**
 * Decodes `zstd` (RFC 8878); refuses it with 415 if Node does not support it (before 22.15), or does not report a body
 * that ends early (before 24).
 */
export const zstd: Decoder = decoder('zstd', isZstdEndChecked() ? zlibCodings.zstd : undefined);

function decoder(name: string, coding: ZlibCoding | undefined): Decoder {
  if (coding !== undefined) return (body) => decoded(body, coding);
  return () => {
    throw DecodingError.unsupported(name);
  };
}

/**
 * @throws {DecodingError} `DECODED_TOO_LARGE` for a decompression bomb: above 1 MiB, more than 100 times the
 *   size of the body
 */
async function* decoded(body: Uint8Array, coding: ZlibCoding): AsyncGenerator<Uint8Array> {
  const stream = coding.decompressor();
  stream.end(body);
  let size = 0;
  // The iteration destroys the stream, however it ends.
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MIB && size > MAX_RATIO * body.length) throw DecodingError.tooLarge(MAX_RATIO);
    yield chunk;
  }
}
