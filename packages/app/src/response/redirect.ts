import { CodedError, isThenable, loggedTarget, quote } from '@mortise/base';
import type { HttpErrorInterface, ResponseInterface, UriInterface } from '@mortise/http-message';
import { encodeReference } from '@mortise/http-syntax';
import { AppError } from '../app-error.js';
import { checkResponse } from '../misuse/response-errors.js';

/**
 * The statuses for which a client follows `Location`. In a 201, it identifies the created resource instead (RFC 9110
 * 10.2.2).
 */
const STATUSES: ReadonlySet<unknown> = new Set([300, 301, 302, 303, 307, 308]);
const LINE_BREAK = /[\r\n]/;
/** C0 controls, DEL, and C1 controls. */
const CONTROL = /\p{Cc}/u;
/** One slash, and no backslash before the query or the fragment. */
const LOCAL = /^\/(?!\/)[^?#\\]*(?:[?#]|$)/;

/** The target of a redirect; with `href`, a `URL`. */
export type RedirectTarget = string | UriInterface | { readonly href: string };

/**
 * Returns the response as a redirect.
 *
 * Never pass a target that comes from the request, because it can lead to any site. Use {@link localRedirect} for such
 * targets.
 *
 * @param to characters that are invalid in a URI are percent-encoded as UTF-8 (`/é` becomes `/%C3%A9`), escapes are
 *   unchanged
 * @param status 300, 301, 302, 303, 307 or 308; default 302
 * @throws {HttpErrorInterface} `REDIRECT_INVALID` (400) if the target contains a line break
 * @throws {AppError} `STATUS_INVALID` for another status
 * @throws {TypeError} if the target is missing, or a promise
 * @see RFC 9110 10.2.2
 */
export function redirect<R extends ResponseInterface>(
  response: R,
  to: RedirectTarget,
  status = 302,
): R {
  checkResponse('redirect', response);
  const location = locationOf(to, status);
  return response.withStatus(status).withHeader('Location', location);
}

/**
 * Returns the response as a redirect that never leaves the site. Use it for targets that the client chooses, such as
 * the page to return to after login.
 *
 * @param to a path that begins with a single `/`, with or without a query or fragment; encoded as by {@link redirect}.
 *   Escapes are not decoded: `/%2F%2Fx` is a path of this site.
 * @param status as for {@link redirect}
 * @throws {HttpErrorInterface} `REDIRECT_NOT_LOCAL` (400) for everything else: another scheme or host, a relative path,
 *   `//`, `/\`, a backslash in the path, a control character, a value that is not a string, such as a missing or
 *   repeated query parameter
 */
export function localRedirect<R extends ResponseInterface>(
  response: R,
  to: string,
  status = 302,
): R {
  if (typeof to !== 'string' || CONTROL.test(to) || !LOCAL.test(to)) {
    const expected = 'a path on this site that begins with a single "/"';
    throw new RedirectError('REDIRECT_NOT_LOCAL', expected, to);
  }
  return redirect(response, to, status);
}

/**
 * Returns the value of the `Location` header.
 *
 * @throws {HttpErrorInterface} `REDIRECT_INVALID` (400) if the target contains a line break
 * @throws {AppError} `STATUS_INVALID` if the status is not that of a redirect
 */
export function locationOf(to: RedirectTarget, status: number): string {
  if (!STATUSES.has(status)) {
    const order = STATUSES.has(to) ? `; write redirect(response, '/path', ${to as string})` : '';
    throw AppError.invalidStatus('redirect', status, `300 to 303, 307 or 308${order}`);
  }
  const given = to as RedirectTarget | null | undefined;
  if (given === undefined || given === null || isThenable(given)) {
    const received = isThenable(given) ? 'a promise: await it' : String(given);
    throw new TypeError(
      `invalid redirect target: received ${received}; expected a string or a URI`,
    );
  }
  const target = textOf(given);
  if (LINE_BREAK.test(target)) {
    throw new RedirectError('REDIRECT_INVALID', 'no line break', target);
  }
  return encodeReference(target);
}

function textOf(target: RedirectTarget): string {
  return typeof target === 'object' && 'href' in target ? target.href : target.toString();
}

/** The error for an invalid target. Its status is 400, because the target probably came from the client. */
class RedirectError
  extends CodedError<'REDIRECT_INVALID' | 'REDIRECT_NOT_LOCAL'>
  implements HttpErrorInterface
{
  override readonly name = 'RedirectError';
  readonly status = 400;

  /** @param expected what the target must be, or must not contain */
  constructor(code: RedirectError['code'], expected: string, target: unknown) {
    super(
      code,
      `invalid redirect target: received ${quote(typeof target === 'string' ? loggedTarget(target) : target)}; expected ${expected}`,
    );
  }
}
