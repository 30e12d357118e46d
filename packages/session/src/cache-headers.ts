import { type ErrorMarks, FLASH_SHOWN } from '@mortise/base/keys';
import { withCacheMarks, withVary } from '@mortise/base/message';
import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';

/** The cache marks of a response or error whose request used the session: private, and varying by `Cookie`. */
export const OF_SESSION: ErrorMarks = { vary: ['Cookie'], isPrivate: true };

/** Adds a `Set-Cookie` header to a response, and forbids caching, because the response then belongs to one visitor. */
export function withSessionCookie(response: ResponseInterface, cookie: string): ResponseInterface {
  return unstored(response).withAddedHeader('Set-Cookie', cookie);
}

/**
 * Marks a response whose request used the session. One that shows a flash message must not be stored: the browser would
 * show the message again.
 */
export function withSessionMarks(
  request: ServerRequestInterface,
  response: ResponseInterface,
): ResponseInterface {
  return request.getLifetime().getValue(FLASH_SHOWN) === true
    ? unstored(response)
    : withCacheMarks(response, OF_SESSION, request);
}

function unstored(response: ResponseInterface): ResponseInterface {
  return withVary(response, OF_SESSION.vary).withHeader('Cache-Control', 'private, no-store');
}
