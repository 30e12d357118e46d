import { ByteCollector } from '@mortise/base';
import { isSmallBody } from '@mortise/base/message';
import { accepted } from '@mortise/base/options';
import type { Awaitable, StreamInterface } from '@mortise/http-message';
import { BodyError } from './body-error.js';
import { bytes as bytesRule } from './rules.js';

/**
 * Reads the rest of a body, synchronously if it is in memory.
 *
 * @param limit bytes; counted while reading, so that at most one chunk beyond it is kept in memory
 * @returns text if the stream contains text, else bytes
 * @throws {BodyError} `BODY_TOO_LARGE`; a known size that exceeds the limit is refused unread
 * @throws {OptionError} `OPTION_INVALID` for a limit that is not a number
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

/** Not async: on fetch platforms most bodies are read here, and each promise costs as much as a step of the parser. */
function smallBody(stream: StreamInterface, limit: number): Promise<Uint8Array> {
  return stream.getContents().then((bytes) => {
    if (bytes.length > limit) throw BodyError.tooLarge(limit);
    return bytes;
  });
}

/**
 * Joins chunks, and stops requesting them once they exceed the limit.
 *
 * @throws {BodyError} `BODY_TOO_LARGE`
 */
export async function collect(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<Uint8Array> {
  const kept = new ByteCollector();
  for await (const chunk of chunks) {
    kept.add(chunk);
    if (kept.size > limit) throw BodyError.tooLarge(limit);
  }
  return kept.take();
}
