import type { ResponseInterface, UriInterface } from '@mortise/http-message';
import { encodeReference } from '@mortise/http-syntax';
import { RedirectError } from './redirect-error.js';

const LINE_BREAK = /[\r\n]/;
/** C0 controls, DEL, and C1 controls. */
const CONTROL = /\p{Cc}/u;
/** One slash, and no backslash before the query or the fragment. */
const LOCAL = /^\/(?!\/)[^?#\\]*(?:[?#]|$)/;

/**
 * Returns the response as a redirect.
 *
 * Do not take the target from a request, because it can lead anywhere. Use {@link localRedirect} for such
 * targets.
 *
 * @param to characters that are invalid in a URI are percent-encoded as UTF-8 (`/é` becomes `/%C3%A9`),
 *   escapes are unchanged
 * @param status default 302
 * @throws {HttpErrorInterface} `REDIRECT_INVALID` (400) if the target contains a line break
 * @see RFC 9110 10.2.2
 */
export function redirect(
  response: ResponseInterface,
  to: string | UriInterface,
  status = 302,
): ResponseInterface {
  return response.withStatus(status).withHeader('Location', locationOf(to));
}

/**
 * Returns the response as a redirect that never leaves the site: for a target that a client chose,
 * such as the page to return to after login.
 *
 * @param to a path that begins with a single `/`, with or without query and fragment; encoded as by
 *   {@link redirect}. Escapes are not decoded: `/%2F%2Fx` is a path of this site.
 * @param status default 302
 * @throws {HttpErrorInterface} `REDIRECT_NOT_LOCAL` (400) for everything else: another scheme or host,
 *   a relative path, `//`, `/\`, a backslash in the path, a control character, a value that is not a
 *   string, such as a missing or repeated query parameter
 */
export function localRedirect(
  response: ResponseInterface,
  to: string,
  status = 302,
): ResponseInterface {
  if (typeof to !== 'string' || CONTROL.test(to) || !LOCAL.test(to))
    throw RedirectError.notLocal(to);
  return redirect(response, to, status);
}

/**
 * The value of a `Location` header.
 *
 * @throws {HttpErrorInterface} `REDIRECT_INVALID` (400) if the target contains a line break
 */
export function locationOf(to: string | UriInterface): string {
  const target = to.toString();
  if (LINE_BREAK.test(target)) throw RedirectError.lineBreak(target);
  return encodeReference(target);
}
