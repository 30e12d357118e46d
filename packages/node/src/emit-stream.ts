import type { ServerResponse } from 'node:http';
import type { StreamInterface } from '@mortise/http-message';
import { emitTrailers, trailersFor } from './emit-trailers.js';
import { NodeAdapterError } from './errors.js';
import type { ResponseHead } from './response-head.js';
import { writeHead } from './write-head.js';

/**
 * Sends a body chunk by chunk, no faster than the client takes it. The body is closed at the end,
 * whichever way it ends.
 *
 * @param writeTimeout milliseconds that the client may take nothing
 * @returns rejects when the body fails, is shorter or longer than it said, or the client goes away;
 *   the message is then incomplete on the wire, and the caller cuts the connection
 */
export async function emitStream(
  head: ResponseHead,
  outgoing: ServerResponse,
  body: StreamInterface,
  writeTimeout: number,
): Promise<void> {
  const { fields } = head;
  const size = body.getSize();
  let left = fields.declaredLength;
  if (left === -1 && size !== null) left = size - body.tell();
  const trailers = trailersFor(outgoing.req, body);
  // Behind a body of HTTP/1.1 that says its length nothing can stand (RFC 9112 7.1.2).
  if (trailers !== null) fields.list.push('Trailer', Object.keys(trailers).join(', '));
  else if (left !== -1) fields.list.push('Content-Length', String(left));
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
      if (!outgoing.write(chunk)) await drained(outgoing, writeTimeout);
    }
    if (outgoing.destroyed) throw NodeAdapterError.clientGone();
    if (left > 0) throw mismatch('shorter', left);
    sendHead();
    if (trailers !== null) await emitTrailers(trailers, outgoing);
    outgoing.end();
  } finally {
    clearImmediate(soon);
    body.close();
  }
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
