import type {
  AttributeKey,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { FOR_ONE_USER } from '../error-headers.js';
import type { ErrorMarks } from '../keys.js';
import { quote } from '../quote.js';
import { addVary } from '../vary.js';
import { warnOnce } from '../warn.js';
import { isDevelopment } from './is-development.js';

/** Adds to `Vary` the request headers on which a response depends; returns the same response if there are none. */
export function withVary<R extends ResponseInterface>(response: R, names: readonly string[]): R {
  if (names.length === 0) return response;
  return response.withHeader('Vary', names.reduce(addVary, response.getHeaderLine('Vary')));
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
  { vary, isPrivate }: ErrorMarks,
  request?: ServerRequestInterface,
): R {
  const varied = withVary(response, vary);
  if (!isPrivate) return varied;
  request?.getLifetime().setValue(PRIVATE_FOR, vary);
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
 * Warns once, in development, if a layer outside has made a response of an application public that depends on one user, or
 * sets a cookie.
 */
export function warnOfPublic(response: ResponseInterface, request: ServerRequestInterface): void {
  const given = response.getHeaderLine('Cache-Control');
  if (given === '' || privateOf(given) === given) return;
  const vary = request.getLifetime().getValue(PRIVATE_FOR);
  if (vary === undefined && !response.hasHeader('Set-Cookie')) return;
  const what = vary === undefined ? 'sets a cookie' : `depends on ${vary.join(', ')}`;
  warnNow(
    `a response that ${what} is sent with ${quote(`Cache-Control: ${given}`)}, with which shared caches send it to other users`,
    'Call allowCache() and set "public" only for responses to all visitors; httpCache({ type: "public" }) outside sessions leaves the others private.',
  );
}

/** What the response of a request depends on that is for one user only. */
const PRIVATE_FOR: AttributeKey<readonly string[]> = 'mortise.private-for';

const warnNow = warnOnce('CACHE_PUBLIC');

const FOR_SHARED = /^(?:public|s-maxage(?:[\t ]*=.*)?)$/i;

/** Returns a value of `Cache-Control` with which shared caches do not store a response; the same if it is one already. */
function privateOf(value: string): string {
  const all = value.split(',').map((directive) => directive.trim());
  const kept = all.filter((directive) => !FOR_SHARED.test(directive));
  if (kept.length === all.length) return value;
  return [...new Set(['private', ...kept])].join(', ');
}
