import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { FOR_ONE_USER } from '../error-headers.js';
import { RESPONSE_MARKS, type ResponseMarks } from '../keys.js';
import { quote } from '../quote.js';
import { isShared, privateOf, TARGETED } from '../shared-caches.js';
import { addVary } from '../vary.js';
import { warnOnce } from '../warn.js';
import { isDevelopment } from './is-development.js';

/** Adds to `Vary` the request headers on which a response depends; returns the same response if it has them all. */
export function withVary<R extends ResponseInterface>(response: R, names: readonly string[]): R {
  if (names.length === 0) return response;
  const given = response.getHeaderLine('Vary');
  const value = names.reduce(addVary, given);
  return value === given ? response : response.withHeader('Vary', value);
}

/**
 * Adds what a response depends on, so that a cache does not reuse it for another request (RFC 9111 4.1): `Vary`, and for
 * a response to one user `Cache-Control: private, no-cache`. If the application has set `Cache-Control`, it is kept, but
 * with `private`, and without `public`, `s-maxage` and the headers for shared caches alone: many of these caches ignore
 * `Vary: Cookie`.
 *
 * @param request for a warning, once, of a replaced `public` in development; default: none is printed
 */
export function withCacheMarks<R extends ResponseInterface>(
  response: R,
  { vary, isPrivate }: ResponseMarks,
  request?: ServerRequestInterface,
): R {
  const varied = withVary(response, vary);
  if (!isPrivate) return varied;
  const given = varied.getHeaderLine('Cache-Control');
  const value = given === '' ? FOR_ONE_USER : privateOf(given);
  if (request !== undefined && isDevelopment(request)) warnOfShared(varied, vary, value);
  const own = withoutTargeted(varied);
  return value === given ? own : own.withHeader('Cache-Control', value);
}

/** @param sent the value of `Cache-Control` that is sent */
function warnOfShared(response: ResponseInterface, vary: readonly string[], sent: string): void {
  const isPublic = isShared(response.getHeaderLine('Cache-Control'));
  const name = isPublic ? 'Cache-Control' : TARGETED.find((each) => response.hasHeader(each));
  if (name === undefined) return;
  const shown = quote(`${name}: ${response.getHeaderLine(name)}`);
  warnNow(
    `a response that depends on ${vary.join(', ')} had ${shown}, which lets shared caches send it to other users: ${isPublic ? `${quote(sent)} is sent instead` : 'it was removed'}`,
    'Set "private" for such responses; add httpCache({ type: "public" }) outside sessions and authentication.',
  );
}

/** Removes the headers for shared caches alone, which override `Cache-Control`. */
export function withoutTargeted<R extends ResponseInterface>(response: R): R {
  let own = response;
  for (const name of TARGETED) if (own.hasHeader(name)) own = own.withoutHeader(name);
  return own;
}

/**
 * Adds what layers have noted with `markResponse`, if a layer outside them has replaced it: `Vary`, or `Cache-Control`.
 *
 * @returns the same response if nothing is missing
 */
export function withNotedMarks(
  response: ResponseInterface,
  request: ServerRequestInterface,
): ResponseInterface {
  const marks = request.getLifetime().getValue(RESPONSE_MARKS);
  return marks === undefined ? response : withCacheMarks(response, marks, request);
}

/** Warns once, in development, of a public response that sets a cookie. */
export function warnOfPublic(response: ResponseInterface): void {
  const given = response.getHeaderLine('Cache-Control');
  if (!isShared(given) || !response.hasHeader('Set-Cookie')) return;
  warnNow(
    `a response that sets a cookie is sent with ${quote(`Cache-Control: ${given}`)}, which lets shared caches send it to other users`,
    'Call allowCache() and set "public" only for responses that are the same for all visitors; an httpCache({ type: "public" }) layer outside the session layer keeps all other responses private.',
  );
}

const warnNow = warnOnce('CACHE_PUBLIC');
