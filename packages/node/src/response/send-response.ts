import type { ResponseInterface, StreamInterface } from '@mortise/http-message';
import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { NodeAdapterError } from '../errors.js';
import { CLOSE } from '../connection/connection.js';
import type { BytesSent } from './chunk-writer.js';
import { sendStream } from './send-stream.js';
import { ResponseHeaders } from './response-headers.js';
import { type ResponseHead, writeHead } from './write-head.js';

/**
 * Sends a response, framed as HTTP wants it whatever its own header fields say.
 *
 * Reads the response through its contract alone. A body in memory goes out with the head in one
 * write, before this returns.
 *
 * @param fate fields that say what becomes of the connection, names and values in turn
 * @param writeTimeout milliseconds that the client may take nothing of a streamed body
 * @param sent updated with each part of the body
 * @returns a promise when the body has to be waited for: it settles when the last byte was handed
 *   over, and rejects when the body fails
 * @throws {NodeAdapterError} `RESPONSE_INVALID` before anything was sent
 */
export function sendResponse(
  response: ResponseInterface,
  outgoing: ServerResponse,
  fate: readonly string[],
  writeTimeout: number,
  sent: BytesSent,
): Promise<void> | undefined {
  const status = response.getStatusCode();
  if (status < 200) throw invalid(`${status} does not end a request`);
  const fields = new ResponseHeaders(response.getRawHeaders());
  const body = response.getBody();
  if (body.isSeekable()) body.rewind();
  const content = body.inMemory();
  for (const part of fields.close ? CLOSE : fate) fields.list.push(part);
  const head = { status, reason: response.getReasonPhrase(), fields };
  if (isHeadOnly(status) || outgoing.req.method === 'HEAD') {
    sendHead(head, outgoing, content, body);
    return undefined;
  }
  if (content === null) return sendStream(head, outgoing, body, writeTimeout, sent);
  sent.bytes = sendWhole(head, outgoing, content);
  return undefined;
}

/** @returns the length of the body */
function sendWhole(
  head: ResponseHead,
  outgoing: ServerResponse,
  content: Uint8Array | string,
): number {
  const length = byteLength(content);
  head.fields.list.push('Content-Length', String(length));
  writeHead(outgoing, head);
  if (length === 0) outgoing.end();
  else if (typeof content !== 'string') outgoing.end(content);
  // Node joins head and text into one string, which is cheapest to encode as Latin-1, and right so
  // for a head; as UTF-8 only while the head is ASCII.
  else if (length === content.length) endWith(outgoing, content, 'latin1');
  else if (head.fields.isAscii()) endWith(outgoing, content, 'utf8');
  else outgoing.end(Buffer.from(content));
  return length;
}

/** As `outgoing.end(text)`, which makes two writes of that: the second is empty, and both are vectored. */
function endWith(outgoing: ServerResponse, text: string, encoding: 'latin1' | 'utf8'): void {
  const { socket } = outgoing;
  if (!(socket instanceof Socket)) {
    // The answer to a pipelined request waits for those before it; HTTP/2 has frames instead.
    outgoing.end(text, encoding);
    return;
  }
  socket.cork();
  outgoing.write(text, encoding);
  socket.uncork();
  outgoing.end();
}

function byteLength(content: Uint8Array | string): number {
  return typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength;
}

/** Whether a response with this status has no body (RFC 9110 6.4.1, 15.3.6). */
export function isHeadOnly(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

/** A response that ends with its head (RFC 9110 6.4.1): whatever body it has is let go. */
function sendHead(
  head: ResponseHead,
  outgoing: ServerResponse,
  content: Uint8Array | string | null,
  body: StreamInterface,
): void {
  const { status, fields } = head;
  // 204 must not state a length (RFC 9110 8.6); 205 has an empty body (15.3.6); 304 and HEAD may
  // state the length that a GET would have given, and nothing when it is not known.
  let length = fields.declaredLength;
  if (status === 205) length = 0;
  else if (status !== 304 && length === -1) length = lengthOf(content, body);
  if (length > -1 && status !== 204) fields.list.push('Content-Length', String(length));
  if (content === null) body.close();
  writeHead(outgoing, head);
  outgoing.end();
}

/** @returns -1 when it is not known; an empty body in place of a HEAD's says nothing of a GET's */
function lengthOf(content: Uint8Array | string | null, body: StreamInterface): number {
  if (content === null) return body.getSize() ?? -1;
  return content.length === 0 ? -1 : byteLength(content);
}

function invalid(text: string): NodeAdapterError {
  return new NodeAdapterError('RESPONSE_INVALID', `the response cannot be sent: ${text}`, 500);
}
