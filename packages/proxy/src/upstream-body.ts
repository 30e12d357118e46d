import { Readable } from 'node:stream';
import { currentContext } from '@mortise/base';
import { bytesInContext } from '@mortise/base/message';
import type { ServerRequestInterface, StreamInterface } from '@mortise/http-message';
import { parseContentLength } from '@mortise/http-syntax';
import { ProxyError } from './proxy-error.js';

/** Maximum number of bytes of a body that is sent from memory if its first read returns all of it: a stream is dearer. */
const SMALL = 65_536;

/** The body of the request to the target. */
export interface UpstreamBody {
  readonly content: Readable | Uint8Array | null;
  /** Bytes; `null` if unknown: the body is then chunked. */
  readonly length: number | null;
  /** The error from reading the body: the client's, not the target's. `null` if reading has not failed. */
  readonly failure: () => Error | null;
}

/**
 * Returns the body to forward: it is read at the target's pace, except for what a small one's first read returns.
 *
 * @returns settles after that read; rejects with the error of reading, which is the client's
 * @throws {ProxyError} `PROXY_BODY_READ` if code before the proxy has read it
 */
export function upstreamBody(
  request: ServerRequestInterface,
): UpstreamBody | Promise<UpstreamBody> {
  const body = request.getBody();
  if (body.isSeekable()) body.rewind();
  const held = body.inMemory();
  const declared = declaredLength(request);
  if (held === null) return unread(body, declared);
  if (held.length > 0) return inMemory(typeof held === 'string' ? Buffer.from(held) : held);
  const hadContent = request.hasHeader('Transfer-Encoding') || (declared ?? 0) > 0;
  if (hadContent) throw wasRead();
  return { content: null, length: declared, failure: () => null };
}

function unread(
  body: StreamInterface,
  declared: number | null,
): UpstreamBody | Promise<UpstreamBody> {
  if (body.eof() || body.tell() > 0) throw wasRead();
  const size = body.getSize();
  return size !== null && size <= SMALL ? readOnce(body, size) : streamed(body, size ?? declared);
}

function inMemory(content: Uint8Array): UpstreamBody {
  return { content, length: content.length, failure: () => null };
}

function declaredLength(request: ServerRequestInterface): number | null {
  return parseContentLength(request.getHeaderLine('Content-Length'));
}

async function readOnce(body: StreamInterface, length: number): Promise<UpstreamBody> {
  const first = await body.read(length);
  if (first.length === length) return inMemory(first);
  const rest = streamed(body, length);
  rest.content.unshift(first);
  return rest;
}

function streamed(body: StreamInterface, length: number | null) {
  let failure: Error | null = null;
  const bytes = bytesInContext(body, currentContext(), (error) => (failure = error as Error));
  const content = Readable.from(bytes, { objectMode: false });
  return { content, length, failure: () => failure };
}

function wasRead(): ProxyError {
  const text =
    'the request body was read before it was forwarded: set { body: false } on the route, and do not read the body in middleware';
  return new ProxyError('PROXY_BODY_READ', text);
}
