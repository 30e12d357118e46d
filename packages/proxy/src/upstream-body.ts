import { Readable } from 'node:stream';
import { ByteCollector, currentContext } from '@mortise/base';
import { bytesInContext } from '@mortise/base/message';
import type { Awaitable, ServerRequestInterface, StreamInterface } from '@mortise/http-message';
import { parseContentLength } from '@mortise/http-syntax';
import { ProxyError } from './proxy-error.js';

/** The body of the request to the target. */
export interface UpstreamBody {
  readonly content: Readable | Uint8Array | null;
  /** Bytes; `null` if unknown: the body is then chunked. */
  readonly length: number | null;
  /** The error from reading the body: the client's, not the target's. `null` if reading has not failed. */
  readonly failure: () => Error | null;
}

/** Bytes up to which a body is read before the target gets the request: as many as a socket reads at once. */
const SMALL = 65_536;

/**
 * Returns the body to forward, complete if it is small. A large one, one of unknown size, and one that waits for
 * `100 Continue` are read at the target's pace.
 *
 * @throws {ProxyError} `PROXY_BODY_READ` if code before the proxy has read it
 * @throws the error of reading a small body, as a rejection
 */
export function upstreamBody(request: ServerRequestInterface): Awaitable<UpstreamBody> {
  const body = request.getBody();
  if (body.isSeekable()) body.rewind();
  const held = body.inMemory();
  const declared = parseContentLength(request.getHeaderLine('Content-Length'));
  if (held === null) return unread(request, body, declared);
  if (held.length > 0) return complete(typeof held === 'string' ? Buffer.from(held) : held);
  if (request.hasHeader('Transfer-Encoding') || (declared ?? 0) > 0) throw wasRead(body);
  return { content: null, length: declared, failure: () => null };
}

function unread(
  request: ServerRequestInterface,
  body: StreamInterface,
  declared: number | null,
): Awaitable<UpstreamBody> {
  if (body.eof() || body.tell() > 0) throw wasRead(body);
  forwarded.add(body);
  const size = body.getSize();
  return size === null || size > SMALL || request.hasHeader('Expect')
    ? streamed(body, size ?? declared)
    : small(body, size);
}

/** Without a stream, which would take a third of the CPU time of an exchange. */
async function small(body: StreamInterface, size: number): Promise<UpstreamBody> {
  const bytes = new ByteCollector();
  while (bytes.size < size) {
    const chunk = await body.read(size - bytes.size);
    if (chunk.length === 0) break;
    bytes.add(chunk);
  }
  return complete(bytes.take());
}

function complete(content: Uint8Array): UpstreamBody {
  return { content, length: content.length, failure: () => null };
}

function streamed(body: StreamInterface, length: number | null): UpstreamBody {
  let failure: Error | null = null;
  const bytes = bytesInContext(body, currentContext(), (error) => (failure = error as Error));
  const content = Readable.from(bytes, { objectMode: false });
  // undici stops listening when the request has ended, but reading can fail later: that would end the process.
  content.on('error', () => undefined);
  return { content, length, failure: () => failure };
}

/** Bodies that have been passed on, and cannot be read again. */
const forwarded = new WeakSet<StreamInterface>();

function wasRead(body: StreamInterface): ProxyError {
  const text = forwarded.has(body)
    ? 'the request body has already been forwarded: repeat only requests without a body'
    : 'the request body was read before it was forwarded: set { body: false } on the route, and do not read the body in middleware';
  return new ProxyError('PROXY_BODY_READ', text);
}
