import type { ResponseInterface } from '@mortise/http-message';
import { FOR_ONE_USER } from '../error-headers.js';
import type { ErrorMarks } from '../keys.js';
import { addVary } from '../vary.js';

/** Adds to `Vary` the request headers on which a response depends; returns the same response if there are none. */
export function withVary<R extends ResponseInterface>(response: R, names: readonly string[]): R {
  if (names.length === 0) return response;
  return response.withHeader('Vary', names.reduce(addVary, response.getHeaderLine('Vary')));
}

/**
 * Adds what a response depends on, so that a cache does not reuse it for another request (RFC 9111 4.1): `Vary`, and
 * `private, no-cache` for a response to one user, unless the application has set `Cache-Control`.
 */
export function withCacheMarks<R extends ResponseInterface>(
  response: R,
  { vary, isPrivate }: ErrorMarks,
): R {
  const varied = withVary(response, vary);
  return !isPrivate || varied.hasHeader('Cache-Control')
    ? varied
    : varied.withHeader('Cache-Control', FOR_ONE_USER);
}
