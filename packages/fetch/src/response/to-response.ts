import type { ResponseInterface, StreamInterface } from '@mortise/http-message';
import { parseContentLength } from '@mortise/http-syntax';
import { FetchAdapterError } from '../errors.js';
import { webHeadersOf } from '../headers.js';
import {
  outgoingBody,
  type OutgoingBodyWatcher,
  type OutgoingContent,
  unwatched,
} from './outgoing-body.js';

/**
 * A response as the platform's `Response`.
 *
 * A body in memory is passed unchanged, as string or bytes; any other is read as the platform takes
 * it, and closed at its end. 204, 205 and 304 have no body. Fields that frame the message are left to
 * the platform, but for the length of a body that is read later, which is then enforced.
 *
 * @throws {FetchAdapterError} `RESPONSE_INVALID` for what the platform refuses: a status below 200,
 *   a reason phrase or a header field out of its grammar
 */
export function toResponse(response: ResponseInterface): Response {
  return emit(response, false, unwatched);
}

/**
 * {@link toResponse} with a watcher, for the response to a request.
 *
 * @param head whether the request's method is HEAD: the response has no body but states its length
 * @throws {FetchAdapterError} `RESPONSE_INVALID`; the watcher is not called then
 */
export function emit(
  response: ResponseInterface,
  head: boolean,
  watcher: OutgoingBodyWatcher,
): Response {
  const body = response.getBody();
  if (body.isSeekable()) body.rewind();
  const content = body.inMemory();
  const status = response.getStatusCode();
  const init = { status, statusText: response.getReasonPhrase(), headers: headersOf(response) };
  const declared = parseContentLength(response.getHeaderLine('Content-Length')) ?? -1;
  const headOnly = status === 204 || status === 205 || status === 304;
  if (head || headOnly) {
    setLength(init.headers, headLength(status, declared, content, body));
    const made = create(null, init);
    if (content === null) body.close();
    watcher.ended();
    return made;
  }
  if (content !== null) {
    const made = create(content, init);
    watcher.handed(content);
    watcher.ended();
    return made;
  }
  const length = declared === -1 ? restOf(body) : declared;
  setLength(init.headers, length);
  return create(outgoingBody(body, length, watcher), init);
}

interface Head {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
}

function headersOf(response: ResponseInterface): Headers {
  try {
    return webHeadersOf(response.getRawHeaders());
  } catch (cause) {
    throw FetchAdapterError.responseInvalid(String(cause), cause);
  }
}

function create(body: OutgoingContent, init: Head): Response {
  try {
    const made = new Response(body, init);
    // The platform adds a content type for text if there is none.
    if (typeof body === 'string' && !init.headers.has('content-type')) {
      made.headers.delete('content-type');
    }
    return made;
  } catch (cause) {
    throw FetchAdapterError.responseInvalid(String(cause), cause);
  }
}

function setLength(headers: Headers, length: number): void {
  if (length > -1) headers.set('content-length', String(length));
}

/**
 * The length that a response without body states, -1 for none. 204 must not state one (RFC 9110
 * 8.6); 205 has an empty body (15.3.6); 304 and HEAD may state that of the GET's answer.
 */
function headLength(
  status: number,
  declared: number,
  content: Uint8Array | string | null,
  body: StreamInterface,
): number {
  if (status === 204) return -1;
  if (status === 205) return 0;
  if (status === 304 || declared !== -1) return declared;
  if (content === null) return restOf(body);
  // An empty body in place of a HEAD's says nothing of a GET's.
  return content.length === 0 ? -1 : restOf(body);
}

/** Bytes from the position to the end; -1 if unknown. */
function restOf(body: StreamInterface): number {
  const size = body.getSize();
  return size === null ? -1 : size - body.tell();
}
