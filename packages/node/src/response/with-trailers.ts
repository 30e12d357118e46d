import { CONNECTION_FIELDS, quote } from '@mortise/base';
import type { ResponseInterface } from '@mortise/http-message';
import { isToken } from '@mortise/http-syntax';
import { NodeAdapterError } from '../node-adapter-error.js';
import { trailedBody, type TrailerFields } from './trailed-body.js';

/**
 * Headers that frame, route, authenticate or modify a message, or describe how its body is to be read: they
 * would arrive too late after the body (RFC 9110 6.5.1).
 */
const FORBIDDEN: ReadonlySet<string> = new Set([
  ...CONNECTION_FIELDS,
  'age',
  'authorization',
  'cache-control',
  'content-encoding',
  'content-length',
  'content-range',
  'content-type',
  'cookie',
  'date',
  'expect',
  'expires',
  'host',
  'http2-settings',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'location',
  'max-forwards',
  'pragma',
  'proxy-authenticate',
  'proxy-authorization',
  'range',
  'retry-after',
  'set-cookie',
  'vary',
  'www-authenticate',
]);

/**
 * Returns a response with trailers (RFC 9110 6.5): a digest, a timing, a status that is only known
 * at the end. They belong to the body: if the body is replaced, they are lost.
 *
 * They are sent to clients with `TE: trailers`, over HTTP/1.1 and HTTP/2, if the response has
 * a body, and are listed in its `Trailer`; otherwise the functions are not called. If a
 * function fails, or returns an invalid value, the response is aborted.
 *
 * @returns the given response if there are no trailers
 * @throws {NodeAdapterError} `TRAILER_INVALID` for a name that is not a token or not allowed in trailers
 */
export function withTrailers<R extends ResponseInterface>(response: R, fields: TrailerFields): R {
  const names = Object.keys(fields);
  if (names.length === 0) return response;
  for (const name of names) {
    if (isToken(name) && !FORBIDDEN.has(name.toLowerCase())) continue;
    const text = `${quote(name)} is not allowed as a trailer; send it as a header`;
    throw new NodeAdapterError('TRAILER_INVALID', text, 500);
  }
  return response.withBody(trailedBody(response.getBody(), fields));
}
