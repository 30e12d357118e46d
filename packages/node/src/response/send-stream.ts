import type { StreamInterface } from '@mortise/http-message';
import type { ServerResponse } from 'node:http';
import { NodeAdapterError } from '../errors.js';
import { sendTrailers, trailersFor } from './send-trailers.js';
import type { ResponseHeaders } from './response-headers.js';
import type { TrailerFields } from './trailed-body.js';
import { type ResponseHead, writeHead } from './write-head.js';

/** Counts the bytes of a body that were handed to the connection. */
export interface BytesSent {
  bytes: number;
}

/**
 * Sends a body chunk by chunk, no faster than the client takes it. The body is closed at the end,
 * whichever way it ends.
 *
 * @param writeTimeout milliseconds that the client may take nothing
 * @param sent updated with each chunk
 * @returns rejects when the body fails, is shorter or longer than it said, or the client goes away;
 *   the message is then incomplete on the wire, and the caller cuts the connection
 */
export async function sendStream(
  head: ResponseHead,
  outgoing: ServerResponse,
  body: StreamInterface,
  writeTimeout: number,
  sent: BytesSent,
): Promise<void> {
  const trailers = trailersFor(outgoing.req, body);
  let left = frame(head.fields, body, trailers);
  const sendHead = (): void => {
    if (!outgoing.headersSent) writeHead(outgoing, head);
  };
  // The head waits for the first chunk, to go out with it, but not for longer than a turn.
  const soon = setImmediate(() => {
    if (outgoing.destroyed) return;
    sendHead();
    outgoing.flushHeaders();
  });
  try {
    for await (const chunk of body) {
      clearImmediate(soon);
      sendHead();
      if (left !== -1) {
        if (chunk.byteLength > left) throw mismatch('longer', left);
        left -= chunk.byteLength;
      }
      sent.bytes += chunk.byteLength;
      if (!outgoing.write(chunk)) await drained(outgoing, writeTimeout);
    }
    if (outgoing.destroyed) throw NodeAdapterError.clientGone();
    if (left > 0) throw mismatch('shorter', left);
    sendHead();
    if (trailers !== null) await sendTrailers(trailers, outgoing);
    outgoing.end();
  } catch (error) {
    // A body that was closed because nobody waits for it says so in its own words.
    throw outgoing.destroyed ? NodeAdapterError.clientGone(error) : error;
  } finally {
    clearImmediate(soon);
    body.close();
  }
}

/** Says how the body ends. @returns the bytes that it must have; -1 when nobody knows */
function frame(
  fields: ResponseHeaders,
  body: StreamInterface,
  trailers: TrailerFields | null,
): number {
  const size = body.getSize();
  let length = fields.declaredLength;
  if (length === -1 && size !== null) length = size - body.tell();
  // Behind a body of HTTP/1.1 that says its length nothing can stand (RFC 9112 7.1.2).
  if (trailers !== null) fields.list.push('Trailer', Object.keys(trailers).join(', '));
  else if (length !== -1) fields.list.push('Content-Length', String(length));
  return length;
}

/** Settles when more may be written; rejects when nobody takes it any more. */
function drained(outgoing: ServerResponse, timeout: number): Promise<void> {
  const { socket } = outgoing.req;
  return new Promise((resolve, reject) => {
    if (outgoing.destroyed) {
      reject(NodeAdapterError.clientGone());
      return;
    }
    const onDrain = (): void => {
      outgoing.off('close', onClose);
      socket.setTimeout(0);
      resolve();
    };
    const onClose = (): void => {
      outgoing.off('drain', onDrain);
      reject(NodeAdapterError.clientGone());
    };
    // Net counts what the client has taken of a write as progress; without any it cuts it off.
    socket.setTimeout(timeout);
    outgoing.once('drain', onDrain).once('close', onClose);
  });
}

function mismatch(how: 'longer' | 'shorter', bytes: number): NodeAdapterError {
  return new NodeAdapterError(
    'RESPONSE_LENGTH_MISMATCH',
    `the body is ${how} than the response's Content-Length, ${bytes} bytes before its end`,
    500,
  );
}
