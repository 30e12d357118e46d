import type { ErrorMarks } from '@mortise/base/keys';
import { withVary } from '@mortise/base/message';
import type { ResponseInterface } from '@mortise/http-message';

/** What a response depends on whose request used the session, or an error that passes such a session. */
export const OF_SESSION: ErrorMarks = { vary: ['Cookie'], isPrivate: true };

/** Adds a cookie to a response, which then belongs to one visitor: caches must not store it. */
export function withSessionCookie(response: ResponseInterface, cookie: string): ResponseInterface {
  return withVary(response, OF_SESSION.vary)
    .withAddedHeader('Set-Cookie', cookie)
    .withHeader('Cache-Control', 'private, no-store');
}
