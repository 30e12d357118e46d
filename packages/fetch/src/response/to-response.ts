import { isSpent, sentLength, SPENT } from '@mortise/base/adapter';
import { isBodilessStatus } from '@mortise/base/message';
import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { parseContentLength, reasonPhrase } from '@mortise/http-syntax';
import { FetchAdapterError } from '../fetch-adapter-error.js';
import { fieldPairsOf } from '../headers.js';
import { contentTypeInit } from './content-type-init.js';
import {
  outgoingBody,
  type OutgoingBodyWatcher,
  type OutgoingContent,
  unwatched,
} from './outgoing-body.js';

/**
 * Converts a response to the platform's `Response`.
 *
 * An in-memory body is passed unchanged, as string or bytes; any other is read on demand, and closed at its end. 204,
 * 205 and 304 have no body. The platform sets the headers that frame the message, except the length of a body that is
 * read on demand, which is then enforced.
 *
 * @throws {FetchAdapterError} `RESPONSE_INVALID` for a value that the platform refuses: a status below 200 or above
 *   599, an invalid reason phrase or header; for a body that was read before
 */
export function toResponse(response: ResponseInterface): Response {
  return emit(response, null, unwatched);
}

/**
 * Like {@link toResponse}, but with a watcher, for the response to a request.
 *
 * @param head the request if its method is HEAD: the response has no body but can have its length; otherwise `null`
 * @throws {FetchAdapterError} `RESPONSE_INVALID`; the watcher is not called then
 */
export function emit(
  response: ResponseInterface,
  head: ServerRequestInterface | null,
  watcher: OutgoingBodyWatcher,
): Response {
  const body = response.getBody();
  if (body.isSeekable()) body.rewind();
  const content = body.inMemory();
  const status = response.getStatusCode();
  if (status < 200 || status > 599) {
    throw FetchAdapterError.responseInvalid(`status ${status}; expected 200 to 599`);
  }
  const statusText = customPhrase(status, response.getReasonPhrase());
  const raw = response.getRawHeaders();
  const headOnly = isBodilessStatus(status);
  if (head === null && !headOnly && content !== null) {
    if (isSpent(body, content)) throw FetchAdapterError.responseInvalid(SPENT);
    const made = inMemory(content, status, statusText, raw);
    watcher.handed(content);
    watcher.ended();
    return made;
  }
  const headers = fieldPairsOf(raw);
  const declared = parseContentLength(response.getHeaderLine('Content-Length')) ?? -1;
  if (head !== null || headOnly) {
    setLength(headers, sentLength(status, head, declared, body));
    const made = create(null, { status, statusText, headers });
    if (content === null) body.close();
    watcher.ended();
    return made;
  }
  const length = sentLength(status, head, declared, body);
  setLength(headers, length);
  return create(outgoingBody(body, length, watcher), { status, statusText, headers });
}

/**
 * Returns a custom reason phrase, but `''` for the default one, which platforms send anyway: Deno takes 0.2 µs to check
 * a phrase.
 */
function customPhrase(status: number, phrase: string): string {
  return phrase === reasonPhrase(status) ? '' : phrase;
}

function inMemory(
  content: Uint8Array | string,
  status: number,
  statusText: string,
  raw: readonly string[],
): Response {
  // Most responses take this path.
  if (raw.length === 2 && raw[0] === 'Content-Type' && statusText === '') {
    return create(content, { status, statusText, headers: raw[1] as string });
  }
  const headers = fieldPairsOf(raw);
  const made = create(content, { status, statusText, headers });
  // The platform adds a content type for text if there is none.
  if (typeof content === 'string' && !headers.some(isContentType)) {
    made.headers.delete('content-type');
  }
  return made;
}

interface Head {
  readonly status: number;
  readonly statusText: string;
  /** Pairs, or only a content type. */
  readonly headers: [name: string, value: string][] | string;
}

function create(body: OutgoingContent, init: Head): Response {
  try {
    const { status, statusText, headers } = init;
    if (typeof headers === 'string') return new Response(body, contentTypeInit(status, headers));
    // Platforms check each member, so defaults are omitted.
    return new Response(
      body,
      status === 200 && statusText === '' ? { headers } : { status, statusText, headers },
    );
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
