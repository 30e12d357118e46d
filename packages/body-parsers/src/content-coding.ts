import { statusOf } from '@mortise/base';
import type { ServerRequestInterface } from '@mortise/http-message';
import { BodyError } from './body-error.js';
import type { ContentDecoder } from './contract.js';
import { collect } from './read-body.js';

/** Decodes `gzip` (RFC 9110 8.4.1.3), on every runtime. */
export const gunzip: ContentDecoder = (body) => decompressed(body, 'gzip');

/** Decodes `deflate` (RFC 9110 8.4.1.2: with the zlib header), on every runtime. */
export const inflate: ContentDecoder = (body) => decompressed(body, 'deflate');

/**
 * The decoder for the content coding of a request; `null` if its body has none.
 *
 * @throws {BodyError} `BODY_ENCODING` for a coding without a decoder, and for more than one coding,
 *   because a chain can hide a decompression bomb
 */
export function contentDecoder(
  request: ServerRequestInterface,
  decoders: ReadonlyMap<string, ContentDecoder>,
): ContentDecoder | null {
  const line = request.getHeaderLine('Content-Encoding');
  const coding = line.toLowerCase();
  if (coding === '' || coding === 'identity') return null;
  const decoder = decoders.get(coding === 'x-gzip' ? 'gzip' : coding);
  if (decoder === undefined) throw BodyError.encoding(line, [...decoders.keys()]);
  return decoder;
}

/**
 * Decodes a body within a limit. The decoder is ended when the limit is exceeded.
 *
 * @throws {BodyError} `BODY_TOO_LARGE` if the decoded bytes exceed the limit; `BODY_MALFORMED` if the
 *   body is not in the coding; an error of the decoder that has a status, unchanged
 */
export async function decodeContent(
  body: Uint8Array | string,
  decoder: ContentDecoder,
  limit: number,
): Promise<Uint8Array> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  try {
    return await collect(decoder(bytes), limit);
  } catch (error) {
    if (statusOf(error) !== null) throw error;
    throw BodyError.malformed('content', 'it is not in its content coding', error);
  }
}

async function* decompressed(
  body: Uint8Array,
  format: 'gzip' | 'deflate',
): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new DecompressionStream(format);
  const writer = writable.getWriter();
  // The reader reports an error of writing too.
  writer
    .write(body)
    .then(() => writer.close())
    .catch(() => undefined);
  const reader = readable.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read())
      yield chunk.value;
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
