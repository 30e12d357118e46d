import { type ResponseMarks, FLASH_SHOWN } from '@mortise/base/keys';
import {
  claimForVisitor,
  claimResponse,
  markResponse,
  NOT_STORED,
  withCacheMarks,
  withoutTargeted,
  withVary,
} from '@mortise/base/message';
import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';

/** A deleted cookie, which is the same for all requests. */
const DELETED = /^[^=]*=;/;

/** The cache marks of a response or error whose request used the session: private, and varying by `Cookie`. */
export const OF_SESSION: ResponseMarks = { vary: ['Cookie'], isPrivate: true };

/**
 * Adds a `Set-Cookie` header to a response, and forbids caching, because the response then belongs to one visitor. A
 * layer that keeps it cannot return it for another request.
 */
export function withSessionCookie(
  request: ServerRequestInterface,
  response: ResponseInterface,
  cookie: string,
): ResponseInterface {
  const own = unstored(response).withAddedHeader('Set-Cookie', cookie);
  claimResponse(own, request, DELETED.test(cookie) ? null : cookie);
  return own;
}

/**
 * Marks a response whose request used the session. One that shows a flash message must not be stored: the browser would
 * show the message again.
 *
 * @param cookie the name of the cookie without which a layer that keeps the response cannot return it; `null` for none
 */
export function withSessionMarks(
  request: ServerRequestInterface,
  response: ResponseInterface,
  cookie: string | null,
): ResponseInterface {
  const own =
    request.getLifetime().getValue(FLASH_SHOWN) === true
      ? unstored(response)
      : withCacheMarks(response, OF_SESSION, request);
  if (cookie !== null) claimForVisitor(own, request, cookie);
  return own;
}

function unstored(response: ResponseInterface): ResponseInterface {
  const varied = withVary(withoutTargeted(response), OF_SESSION.vary);
  return varied.withHeader('Cache-Control', NOT_STORED);
}

/**
 * Sets a cookie on the response that an error becomes outside the session layer.
 *
 * @param name of the cookie
 * @param cookie a value of `Set-Cookie`; `null` for none
 */
export function markErrorCookie(
  request: ServerRequestInterface,
  name: string,
  cookie: string | null,
): void {
  if (cookie !== null) markResponse(request, { ...OF_SESSION, cookies: new Map([[name, cookie]]) });
}
