import { isThenable, statusOf } from '@mortise/base';
import { ensure, OptionError } from '@mortise/base/options';
import type { ServerRequestInterface } from '@mortise/http-message';
import { splitList } from '@mortise/http-syntax';
import { BodyError } from './body-error.js';
import type { ContentDecoder } from './contract.js';
import { collect } from './read-body.js';

/** A decompression stream of `node:zlib`. */
interface ZlibStream extends AsyncIterable<Uint8Array> {
  /** The number of processed bytes; excludes bytes after the end of the compressed data. */
  readonly bytesWritten: number;
  end(body: Uint8Array): unknown;
}

/** The members of `globalThis` that this file uses. */
interface Platform {
  readonly process?: {
    getBuiltinModule?(name: 'node:zlib'): Readonly<Record<Creator, () => ZlibStream>> | undefined;
  };
}

type Creator = 'createGunzip' | 'createInflate';

/** Maximum ratio of the decoded size to the sent size, for bodies that decode to more than `MIB` bytes. */
const MAX_RATIO = 100;
const MIB = 1024 * 1024;

/**
 * Decodes `gzip` (RFC 9110 8.4.1.3) on every runtime. A body with several members (RFC 1952 2.2) is decoded only if the
 * runtime has `node:zlib`.
 */
export const gunzip: ContentDecoder = (body) =>
  decoded(body, 'createGunzip') ?? decompressed(body, 'gzip');

/** Decodes `deflate`, in the zlib format of RFC 9110 8.4.1.2, on every runtime. */
export const inflate: ContentDecoder = (body) =>
  decoded(body, 'createInflate') ?? decompressed(body, 'deflate');

/**
 * Returns the decoder for a request's content coding; `null` if its body has none.
 *
 * @throws {BodyError} `BODY_ENCODING` for a coding without a decoder, and for more than one coding, because a chain can
 *   hide a decompression bomb
 */
export function contentDecoder(
  request: ServerRequestInterface,
  decoders: ReadonlyMap<string, ContentDecoder>,
): ContentDecoder | null {
  const line = request.getHeaderLine('Content-Encoding');
  // Empty list members are ignored (RFC 9110 5.6.1.2).
  const coding = splitList(line).join().toLowerCase();
  if (coding === '' || coding === 'identity') return null;
  const decoder = decoders.get(coding === 'x-gzip' ? 'gzip' : coding);
  if (decoder === undefined) throw BodyError.encoding(line, [...decoders.keys()]);
  return decoder;
}

/**
 * Decodes a body within two limits, whatever the decoder. Stops the decoder when one is exceeded.
 *
 * @param limit maximum decoded bytes
 * @throws {BodyError} `BODY_TOO_LARGE` if the decoded bytes exceed the limit; `DECODED_TOO_LARGE` if they are more than 1
 *   MiB and more than 100 times those of the body; `BODY_MALFORMED` if decoding fails. An error of the decoder that has
 *   a status is thrown unchanged.
 * @throws {OptionError} `OPTION_INVALID` if the decoder returns anything but an async iterable, such as the bytes
 */
export async function decodeContent(
  body: Uint8Array | string,
  decoder: ContentDecoder,
  limit: number,
): Promise<Uint8Array> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const plausible = Math.max(MIB, MAX_RATIO * bytes.length);
  try {
    const decoded = checked(decoder(bytes));
    return limit <= plausible
      ? await collect(decoded, limit)
      : await collect(decoded, plausible, () => BodyError.decodedTooLarge(MAX_RATIO));
  } catch (error) {
    if (statusOf(error) !== null || error instanceof OptionError) throw error;
    throw BodyError.malformed('content', 'it does not match its content coding', error);
  }
}

/** Bytes would be read number by number, and a promise, whose rejection nothing handles, not at all. */
function checked(result: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  if (isThenable(result)) result.then(undefined, () => undefined);
  const expected = 'functions that return an async iterable of bytes, such as an async generator';
  const isIterable = Symbol.asyncIterator in (Object(result) as object);
  ensure(isIterable, 'decoders', result, expected);
  return result;
}

/**
 * Decodes with `node:zlib`. Node's `DecompressionStream` ignores bytes after the end in version 20, and rejects a
 * second member from version 24 on.
 *
 * @returns `null` on a platform without `node:zlib`
 */
function decoded(body: Uint8Array, create: Creator): AsyncIterable<Uint8Array> | null {
  const { process } = globalThis as Platform;
  const stream = process?.getBuiltinModule?.('node:zlib')?.[create]();
  return stream === undefined ? null : whole(body, stream);
}

async function* whole(body: Uint8Array, stream: ZlibStream): AsyncGenerator<Uint8Array> {
  stream.end(body);
  yield* stream;
  const left = body.length - stream.bytesWritten;
  if (left > 0) throw new Error(`${left} bytes follow the end of the compressed data`);
}

async function* decompressed(
  body: Uint8Array,
  format: 'gzip' | 'deflate',
): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new DecompressionStream(format);
  const writer = writable.getWriter();
  // The reader also reports write errors.
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
