import { Readable } from 'node:stream';
import { currentContext } from '@mortise/base';
import { bytesInContext, type RunInContext } from '@mortise/base/message';
import { ensure } from '@mortise/base/options';
import type { RequestInterface, StreamInterface } from '@mortise/http-message';
import { RequestError } from './http-client-error.js';

/** A request, ready to be sent once or several times. */
export interface OutgoingRequest {
  readonly request: RequestInterface;
  readonly origin: string;
  readonly path: string;
  readonly method: string;
  /** Alternating names and values. */
  readonly headers: readonly string[];
  /** Whether the body can be sent again. */
  readonly isRepeatable: boolean;
  /** Returns the body from its start. */
  readonly body: () => Readable | Uint8Array | null;
}

const A_REQUEST = 'a request, such as factories.createRequest("GET", "https://api.example/books")';

function isRequest(value: Partial<RequestInterface> | null): boolean {
  return typeof value?.getUri === 'function';
}

/**
 * @throws {OptionError} `OPTION_INVALID` for something other than a request, such as a URL
 * @throws {RequestError} for a URI that is not absolute, has a user, or a scheme other than HTTP and HTTPS; for CONNECT; for
 *   a body that was read before, or whose size is not what `Content-Length` says
 */
export function outgoingRequest(request: RequestInterface): OutgoingRequest {
  ensure(isRequest(request), 'sendRequest.request', request, A_REQUEST);
  const uri = request.getUri();
  const scheme = uri.getScheme();
  if ((scheme !== 'http' && scheme !== 'https') || uri.getHost() === '') {
    const text =
      'invalid request URI: expected an absolute http or https URI such as "https://api.example/books"';
    throw new RequestError(text, request);
  }
  if (uri.getUserInfo() !== '') {
    const text =
      'invalid request URI: it contains credentials; set the header Authorization instead';
    throw new RequestError(text, request);
  }
  if (request.getMethod() === 'CONNECT') {
    const text =
      'invalid request method: CONNECT opens a tunnel, which this client does not support';
    throw new RequestError(text, request);
  }
  const path = request.getRequestTarget();
  if (!path.startsWith('/')) {
    throw new RequestError('invalid request target: expected a path such as "/books"', request);
  }
  const port = uri.getPort();
  const origin = `${scheme}://${uri.getHost()}${port === null ? '' : `:${port}`}`;
  return { request, origin, path, method: request.getMethod(), ...framed(request) };
}

function framed(request: RequestInterface) {
  const body = request.getBody();
  if (body.isSeekable()) body.rewind();
  else if (!body.isReadable() || body.tell() > 0) {
    const text = 'the request body has already been read: create a new request with a new body';
    throw new RequestError(text, request);
  }
  const held = body.inMemory();
  const length = lengthOf(request, held === null ? body.getSize() : Buffer.byteLength(held));
  const headers = withoutLength(request.getRawHeaders());
  if (length !== '') headers.push('Content-Length', length);
  if (held === null) {
    const isRepeatable = body.isSeekable();
    const run = currentContext();
    return { headers, isRepeatable, body: () => streamed(request, body, run) };
  }
  const bytes = typeof held === 'string' ? Buffer.from(held) : held;
  const content = bytes.length === 0 ? null : bytes;
  return { headers, isRepeatable: true, body: () => content };
}

/** @returns the value of `Content-Length`; `''` for none */
function lengthOf(request: RequestInterface, size: number | null): string {
  const declared = request.getHeaderLine('Content-Length');
  if (size === null || declared === String(size)) return declared;
  if (declared === '') return size === 0 ? '' : String(size);
  const text = `invalid Content-Length: received ${JSON.stringify(declared)}; expected the size of the body, ${size}`;
  throw new RequestError(text, request);
}

function streamed(request: RequestInterface, body: StreamInterface, run: RunInContext): Readable {
  if (body.isSeekable()) body.rewind();
  // undici would report the server as the cause of a failure otherwise.
  const failed = (cause: unknown): RequestError =>
    new RequestError('cannot read the request body', request, { cause });
  const content = Readable.from(bytesInContext(body, run, failed), { objectMode: false });
  // undici stops listening when the request has ended, but reading can fail later: that would end the process.
  return content.on('error', () => undefined);
}

function withoutLength(fields: readonly string[]): string[] {
  const isLength = (at: number): boolean =>
    fields[at - (at % 2)]?.toLowerCase() === 'content-length';
  return fields.filter((_, at) => !isLength(at));
}
