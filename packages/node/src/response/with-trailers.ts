import type { ResponseInterface } from '@mortise/http-message';
import { isToken } from '@mortise/http-syntax';
import { NodeAdapterError } from '../errors.js';
import { TrailedBody, type TrailerFields } from './trailed-body.js';

/**
 * What frames, routes, authenticates or modifies a message, or says how its body is to be read: too
 * late behind the body (RFC 9110 6.5.1).
 */
const FORBIDDEN: ReadonlySet<string> = new Set([
  'age',
  'authorization',
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'content-range',
  'content-type',
  'cookie',
  'date',
  'expect',
  'expires',
  'host',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'keep-alive',
  'location',
  'max-forwards',
  'pragma',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'range',
  'retry-after',
  'set-cookie',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'vary',
  'www-authenticate',
]);

/**
 * A response with fields behind its body (RFC 9110 6.5): a digest, a timing, a status that is known
 * only then. They belong to the body: a response that is given another one has them no more.
 *
 * They are sent to clients that say `TE: trailers`, over HTTP/1.1 and HTTP/2, where the response has
 * a body at all, and are named in its `Trailer`; for all others the functions are not called. A
 * function that fails, or gives what cannot be sent, breaks the response off.
 *
 * @throws {NodeAdapterError} `TRAILER_INVALID` for a name that is not a token or not allowed in trailers
 */
export function withTrailers<R extends ResponseInterface>(response: R, fields: TrailerFields): R {
  for (const name of Object.keys(fields)) {
    if (isToken(name) && !FORBIDDEN.has(name.toLowerCase())) continue;
    const text = `${JSON.stringify(name.slice(0, 80))} may not stand behind a body; send it in the head`;
    throw new NodeAdapterError('TRAILER_INVALID', text, 500);
  }
  return response.withBody(new TrailedBody(response.getBody(), fields));
}
