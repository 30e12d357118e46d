import { lentSource, remainingSize } from '@mortise/base/message';
import type { StreamInterface } from '@mortise/http-message';
import type { ServerResponse } from 'node:http';
import { givesBytes, sendFlowing } from '../fast/send-flowing.js';
import { NodeAdapterError } from '../node-adapter-error.js';
import { type BytesSent, ChunkWriter } from './chunk-writer.js';
import { sendTrailers, trailersFor } from './send-trailers.js';
import type { ResponseHead, ResponseHeaders } from './response-headers.js';
import type { TrailerFields } from './trailed-body.js';

/**
 * Sends a body chunk by chunk, with backpressure. The body is closed at the end, whether it succeeds or fails.
 *
 * @param writeTimeout milliseconds that the client can go without reading
 * @param sent updated with each chunk
 * @returns rejects if the body fails, is shorter or longer than declared, or the client disconnects; the message is
 *   then incomplete, and the caller must close the connection
 */
export async function sendStream(
  head: ResponseHead,
  outgoing: ServerResponse,
  body: StreamInterface,
  writeTimeout: number,
  sent: BytesSent,
): Promise<void> {
  const trailers = trailersFor(outgoing.req, body);
  const length = frame(head.fields, body, trailers);
  const writer = new ChunkWriter(head, outgoing, length, writeTimeout, sent);
  try {
    await new Promise<void>((resolve, reject) => {
      writer.onRefusal = reject;
      sendChunks(body, writer).then(resolve, reject);
    });
    if (trailers !== null) await sendTrailers(trailers, outgoing);
    outgoing.end();
  } catch (error) {
    // A body that was closed because the client disconnected fails with an error of its own.
    throw outgoing.destroyed ? NodeAdapterError.clientGone(error) : error;
  } finally {
    body.close();
  }
}

async function sendChunks(body: StreamInterface, writer: ChunkWriter): Promise<void> {
  const source = lentSource(body);
  if (givesBytes(source)) await sendFlowing(source, writer);
  else for await (const chunk of body) if (!writer.write(chunk)) await writer.drained();
  writer.finish();
}

/** Adds the framing headers. @returns the expected length of the body; -1 if unknown */
function frame(
  fields: ResponseHeaders,
  body: StreamInterface,
  trailers: TrailerFields | null,
): number {
  const { declaredLength } = fields;
  const length = declaredLength === -1 ? (remainingSize(body) ?? -1) : declaredLength;
  // In HTTP/1.1, no trailers can follow a body with a `Content-Length` (RFC 9112 7.1.2).
  if (trailers !== null) fields.list.push('Trailer', Object.keys(trailers).join(', '));
  else if (length !== -1) fields.list.push('Content-Length', String(length));
  return length;
}
