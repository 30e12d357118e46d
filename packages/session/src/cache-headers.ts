import type { ErrorMarks } from '@mortise/base/keys';
import { withVary } from '@mortise/base/message';
import type { ResponseInterface } from '@mortise/http-message';

/** The cache marks of a response or error whose request used the session: private, and varying by `Cookie`. */
export const OF_SESSION: ErrorMarks = { vary: ['Cookie'], isPrivate: true };

/** Adds a `Set-Cookie` header to a response, and forbids caching, because the response then belongs to one visitor. */
export function withSessionCookie(response: ResponseInterface, cookie: string): ResponseInterface {
  return withVary(response, OF_SESSION.vary)
    .withAddedHeader('Set-Cookie', cookie)
    .withHeader('Cache-Control', 'private, no-store');
}
