import { ByteCollector } from '@mortise/base';
import { isSmallBody } from '@mortise/base/message';
import { accepted } from '@mortise/base/options';
import type { Awaitable, StreamInterface } from '@mortise/http-message';
import { BodyError } from './body-error.js';
import { bytes as bytesRule } from './rules.js';

/**
 * Reads the rest of a body; synchronously if it is in memory.
 *
 * @param limit the maximum number of bytes; checked while reading, so that at most one chunk beyond it is in memory
 * @returns a string if the stream contains a string, otherwise bytes
 * @throws {BodyError} `BODY_TOO_LARGE`; if the known size exceeds the limit, without reading the body
 * @throws {OptionError} `OPTION_INVALID` if the limit is not a number of at least 0
 */
export function readBody(stream: StreamInterface, limit: number): Awaitable<Uint8Array | string> {
  accepted(bytesRule, limit, 'readBody.limit');
  const size = stream.getSize();
  if (size !== null && size > limit) throw BodyError.tooLarge(limit);
  const ready = stream.inMemory();
  if (ready !== null) return ready;
  if (size !== null) return stream.getContents();
  return isSmallBody(stream) ? smallBody(stream, limit) : collect(stream, limit);
}

/** Not `async`: on fetch platforms, most bodies are read here, and each promise costs as much as a parser step. */
function smallBody(stream: StreamInterface, limit: number): Promise<Uint8Array> {
  return stream.getContents().then((bytes) => {
    if (bytes.length > limit) throw BodyError.tooLarge(limit);
    return bytes;
  });
}

/**
 * Joins chunks; stops requesting them when they exceed the limit.
 *
 * @param exceeded creates the error that is thrown then. Default: `BODY_TOO_LARGE`
 * @throws {BodyError}
 */
export async function collect(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
  exceeded = (bytes: number): BodyError => BodyError.tooLarge(bytes),
): Promise<Uint8Array> {
  const kept = new ByteCollector();
  for await (const chunk of chunks) {
    kept.add(chunk);
    if (kept.size > limit) throw exceeded(limit);
  }
  return kept.take();
}
