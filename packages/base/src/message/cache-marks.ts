import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { FOR_ONE_USER } from '../error-headers.js';
import { RESPONSE_MARKS, type ResponseMarks } from '../keys.js';
import { quote } from '../quote.js';
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
 * `private` replaces `public` and `s-maxage`: many shared caches ignore `Vary: Cookie`.
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
  if (value === given) return varied;
  if (given !== '' && request !== undefined && isDevelopment(request)) {
    warnNow(
      `a response that depends on ${vary.join(', ')} had ${quote(`Cache-Control: ${given}`)}, with which shared caches send it to other users: ${quote(value)} is sent`,
      'Set "private" for such responses; add httpCache({ type: "public" }) outside sessions and authentication.',
    );
  }
  return varied.withHeader('Cache-Control', value);
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
  if (given === '' || privateOf(given) === given || !response.hasHeader('Set-Cookie')) return;
  warnNow(
    `a response that sets a cookie is sent with ${quote(`Cache-Control: ${given}`)}, with which shared caches send it to other users`,
    'Call allowCache() and set "public" only for responses to all visitors; httpCache({ type: "public" }) outside sessions leaves the others private.',
  );
}

const warnNow = warnOnce('CACHE_PUBLIC');

const FOR_SHARED = /^(?:public|s-maxage(?:[\t ]*=.*)?)$/i;
/** What a value needs to contain for one of its directives to be {@link FOR_SHARED}: most do not. */
const MAY_BE_SHARED = /public|s-maxage/i;

/** Returns a value of `Cache-Control` with which shared caches do not store a response; the same if it is one already. */
function privateOf(value: string): string {
  if (!MAY_BE_SHARED.test(value)) return value;
  const all = value.split(',').map((directive) => directive.trim());
  const kept = all.filter((directive) => !FOR_SHARED.test(directive));
  if (kept.length === all.length) return value;
  return [...new Set(['private', ...kept])].join(', ');
}
