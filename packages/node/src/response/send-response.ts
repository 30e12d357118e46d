import { isSpent, sentLength, SPENT } from '@mortise/base/adapter';
import { isBodilessStatus } from '@mortise/base/message';
import type {
  ResponseInterface,
  ServerRequestInterface,
  StreamInterface,
} from '@mortise/http-message';
import type { ServerResponse } from 'node:http';
import { CLOSE, connectionOf } from '../connection/connection.js';
import { endWithText } from '../fast/end-with-text.js';
import { NodeAdapterError } from '../node-adapter-error.js';
import type { ServerLimits } from '../server-limits.js';
import type { BytesSent } from './chunk-writer.js';
import { sendStream } from './send-stream.js';
import { namesUpgrade, type ResponseHead, ResponseHeaders, writeHead } from './response-headers.js';

const UPGRADES = 'upgradeTo() needs serve with upgrades: true, and layers must keep its body';

/**
 * Sends a response. The framing is determined here, regardless of the response's own framing headers.
 *
 * Reads the response only through its interface. An in-memory body is sent synchronously, in one write with the
 * headers.
 *
 * @param fate headers that say what happens to the connection, alternating names and values
 * @param sent updated with each part of the body
 * @param request the request that it responds to
 * @returns a promise if the body is streamed: resolves when the last byte has been passed to the connection, and
 *   rejects if the body fails
 * @throws {NodeAdapterError} `RESPONSE_INVALID` before anything is sent
 */
export function sendResponse(
  response: ResponseInterface,
  outgoing: ServerResponse,
  fate: readonly string[],
  { writeTimeout }: Pick<ServerLimits, 'writeTimeout'>,
  sent: BytesSent,
  request: ServerRequestInterface,
): Promise<void> | undefined {
  const status = response.getStatusCode();
  if (status < 200)
    throw NodeAdapterError.invalidResponse(
      `status ${status}; expected a final status, 200 or above; ${UPGRADES}`,
    );
  const fields = new ResponseHeaders(response.getRawHeaders());
  const body = response.getBody();
  if (body.isSeekable()) body.rewind();
  const content = body.inMemory();
  if (fields.close) {
    connectionOf(outgoing.req.socket).closing = true;
    // Also applies to the error response if the body fails: no later request is handled.
    outgoing.shouldKeepAlive = false;
  }
  const told = fields.close ? CLOSE : fate;
  for (const part of fields.upgrade ? namesUpgrade(told, outgoing) : told) fields.list.push(part);
  const head = { status, reason: response.getReasonPhrase(), fields };
  if (isBodilessStatus(status) || outgoing.req.method === 'HEAD') {
    sendHead(head, outgoing, content, body, request);
    return undefined;
  }
  if (content === null) return sendStream(head, outgoing, body, writeTimeout, sent);
  if (isSpent(body, content)) throw NodeAdapterError.invalidResponse(SPENT);
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
  else endWithText(outgoing, content, length, head.fields.list);
  return length;
}

function byteLength(content: Uint8Array | string): number {
  return typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength;
}

/** Sends a response without its body (RFC 9110 6.4.1), which is discarded. */
function sendHead(
  head: ResponseHead,
  outgoing: ServerResponse,
  content: Uint8Array | string | null,
  body: StreamInterface,
  request: ServerRequestInterface,
): void {
  const { status, fields } = head;
  const length = sentLength(status, request, fields.declaredLength, body);
  if (length !== -1) fields.list.push('Content-Length', String(length));
  if (content === null) body.close();
  writeHead(outgoing, head);
  outgoing.end();
}
