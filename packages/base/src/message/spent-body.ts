import type { StreamInterface } from '@mortise/http-message';

/**
 * Whether nothing of a body is left to send, because code has read all of it, and it can be read only once. An empty body
 * is not spent.
 *
 * @param content what `inMemory()` of the body has returned
 */
export function isSpent(body: StreamInterface, content: Uint8Array | string | null): boolean {
  if (content === null || content.length > 0) return false;
  return !body.isSeekable() && body.isReadable() && body.tell() > 0;
}

/** Says what is wrong with a response whose body is spent. */
export const SPENT =
  'its body was read to its end, and can be read only once: in the layer that reads it, return response.withBody(factories.createStream(text))';
