import type { ServerRequestInterface } from '@mortise/http-message';
import { BodyError } from './body-error.js';
import { collect } from './read-body.js';

/** Undoes one content coding, piece by piece, so that a small body cannot become a large one unseen. */
export type ContentDecoder = (body: Uint8Array) => AsyncIterable<Uint8Array>;

/** Decoders by content coding, in lower case: `{ gzip: gunzip }`. */
export type ContentDecoders = Readonly<Record<string, ContentDecoder>>;

/** Undoes `gzip` (RFC 9110 8.4.1.3), on every runtime. */
export const gunzip: ContentDecoder = (body) => decompressed(body, 'gzip');

/** Undoes `deflate` (RFC 9110 8.4.1.2: with the zlib header), on every runtime. */
export const inflate: ContentDecoder = (body) => decompressed(body, 'deflate');

/**
 * The decoder for the content coding of a request: `null` when there is none.
 *
 * @throws {BodyError} `BODY_ENCODING` for a coding without a decoder, and for more than one: a chain
 *   of codings is a way to hide a bomb
 */
export function contentDecoder(
  request: ServerRequestInterface,
  decoders: ReadonlyMap<string, ContentDecoder>,
): ContentDecoder | null {
  const line = request.getHeaderLine('Content-Encoding');
  const coding = line.toLowerCase();
  if (coding === '' || coding === 'identity') return null;
  const decoder = decoders.get(coding === 'x-gzip' ? 'gzip' : coding);
  if (decoder === undefined) throw BodyError.encoding(line);
  return decoder;
}

/**
 * Decodes a body, counting.
 *
 * @throws {BodyError} `BODY_TOO_LARGE` when there are more decoded bytes than the limit;
 *   `BODY_MALFORMED` for a body that is not in the coding
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
    if (error instanceof BodyError) throw error;
    throw BodyError.malformed('content in its coding', error);
  }
}

async function* decompressed(
  body: Uint8Array,
  format: 'gzip' | 'deflate',
): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new DecompressionStream(format);
  const writer = writable.getWriter();
  // An error of writing shows when it is read.
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
