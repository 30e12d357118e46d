import type { StreamInterface } from '@mortise/http-message';
import { CodedError } from '../coded-error.js';

/**
 * Refuses to send a stream that a layer has read to its end: the client would get an empty body.
 *
 * @param content what of the body is in memory, `''` or an empty array at the end of a stream too
 * @throws {CodedError} `BODY_CONSUMED`
 */
export function refuseReadBody(body: StreamInterface, content: Uint8Array | string | null): void {
  if (content !== null && content.length > 0) return;
  if (!body.isReadable() || body.isSeekable() || body.tell() === 0 || !body.eof()) return;
  throw new CodedError(
    'BODY_CONSUMED',
    'the response body was read before it was sent, and can be read only once: return response.withBody(app.factories.createStream(text)) with what you have read',
  );
}
