import { CONNECTION_FIELDS, quote } from '@mortise/base';
import { accepted, callable, methods, object } from '@mortise/base/options';
import type { ResponseInterface } from '@mortise/http-message';
import { isToken } from '@mortise/http-syntax';
import { NodeAdapterError } from '../node-adapter-error.js';
import { trailedBody, type TrailerFields } from './trailed-body.js';

/**
 * Headers that frame, route, authenticate or modify a message, or say how to read its body: after the body, they would
 * arrive too late (RFC 9110 6.5.1).
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

const VALUE = { ...callable, expected: "a function that returns the value: () => 'end'" };

/**
 * Returns a response with trailers (RFC 9110 6.5), for values that are known only at the end: a digest, a timing, a
 * status. They belong to the body, and are lost if it is replaced.
 *
 * They are sent, and listed in the `Trailer` header, if the client sends `TE: trailers` over HTTP/1.1 or HTTP/2 and the
 * response has a body; otherwise, the functions are not called. If a function fails or returns an invalid value, the
 * response is aborted.
 *
 * @returns a copy of the response, or the response itself if `fields` is empty
 * @throws {OptionError} `OPTION_INVALID` for a value that is not a function
 * @throws {NodeAdapterError} `TRAILER_INVALID` for a name that is not a token or not allowed in trailers
 */
export function withTrailers<R extends ResponseInterface>(response: R, fields: TrailerFields): R {
  accepted<unknown>(methods('the response', 'withBody'), response, 'withTrailers.response');
  accepted<unknown>(object, fields, 'withTrailers.fields');
  const names = Object.keys(fields);
  if (names.length === 0) return response;
  for (const name of names) {
    if (!isToken(name) || FORBIDDEN.has(name.toLowerCase())) throw forbidden(name);
    accepted(VALUE, fields[name] as never, `withTrailers.fields.${name}`);
  }
  return response.withBody(trailedBody(response.getBody(), fields));
}

function forbidden(name: string): NodeAdapterError {
  const text = `${quote(name)} is not allowed as a trailer; send it as a header`;
  return new NodeAdapterError('TRAILER_INVALID', text, 500);
}
