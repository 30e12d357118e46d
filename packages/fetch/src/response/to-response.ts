import type { ResponseInterface, StreamInterface } from '@mortise/http-message';
import { parseContentLength } from '@mortise/http-syntax';
import { FetchAdapterError } from '../errors.js';
import { fieldPairsOf } from '../headers.js';
import {
  outgoingBody,
  type OutgoingBodyWatcher,
  type OutgoingContent,
  unwatched,
} from './outgoing-body.js';

/**
 * Converts a response to the platform's `Response`.
 *
 * A body in memory is passed unchanged, as string or bytes; any other is read on demand,
 * and closed at its end. 204, 205 and 304 have no body. The platform sets the headers that frame the
 * message, except the length of a body that is read later, which is then enforced.
 *
 * @throws {FetchAdapterError} `RESPONSE_INVALID` for a value that the platform refuses: a status below 200,
 *   an invalid reason phrase or header
 */
export function toResponse(response: ResponseInterface): Response {
  return emit(response, false, unwatched);
}

/**
 * {@link toResponse} with a watcher, for the response to a request.
 *
 * @param head whether the request's method is HEAD: the response has no body but can have its length
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
  const init = {
    status,
    statusText: response.getReasonPhrase(),
    headers: fieldPairsOf(response.getRawHeaders()),
  };
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
  readonly headers: [name: string, value: string][];
}

function create(body: OutgoingContent, init: Head): Response {
  try {
    const made = new Response(body, init);
    // The platform adds a content type for text if there is none.
    if (typeof body === 'string' && !init.headers.some(isContentType)) {
      made.headers.delete('content-type');
    }
    return made;
  } catch (cause) {
    throw FetchAdapterError.responseInvalid(String(cause), cause);
  }
}

function isContentType([name]: readonly [name: string, value: string]): boolean {
  return name.toLowerCase() === 'content-type';
}

function setLength(headers: [name: string, value: string][], length: number): void {
  if (length > -1) headers.push(['content-length', String(length)]);
}

/**
 * The `Content-Length` of a response without body, -1 for none. 204 must not have one (RFC 9110
 * 8.6); 205 has an empty body (15.3.6); 304 and HEAD can have that of the response to GET.
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
  // An empty body of a HEAD response says nothing about that of GET.
  return content.length === 0 ? -1 : restOf(body);
}

/** Bytes from the position to the end; -1 if unknown. */
function restOf(body: StreamInterface): number {
  const size = body.getSize();
  return size === null ? -1 : size - body.tell();
}
