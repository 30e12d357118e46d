import type { StreamInterface } from '@mortise/http-message';

/**
 * Whether nothing of a body is left to send, because code has read all of it, and it can be read only once. An empty body
 * is not spent.
 *
 * @param content what `inMemory()` of the body has returned
 */
export function isSpent(body: StreamInterface, content: Uint8Array | string | null): boolean {
  return content?.length === 0 && !body.isSeekable() && body.isReadable() && body.tell() > 0;
}

/** Says what is wrong with a response whose body is spent. */
export const SPENT =
  'a layer has read its body: there, return response.withBody(factories.createStream(text))';
