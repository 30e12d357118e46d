import type { ErrorMarks } from '@mortise/base/keys';
import type { ResponseInterface } from '@mortise/http-message';
import { addVary } from '@mortise/http-syntax';

/** Adds a cookie to a response, which then belongs to one visitor: caches must not store it. */
export function withSessionCookie(response: ResponseInterface, cookie: string): ResponseInterface {
  return withVary(response)
    .withAddedHeader('Set-Cookie', cookie)
    .withHeader('Cache-Control', 'private, no-store');
}

/** Marks a response that depends on the session; its own cache headers stay. */
export function withSessionRead(response: ResponseInterface): ResponseInterface {
  const marked = withVary(response);
  return marked.hasHeader('Cache-Control')
    ? marked
    : marked.withHeader('Cache-Control', 'private, no-cache');
}

function withVary(response: ResponseInterface): ResponseInterface {
  return response.withHeader('Vary', addVary(response.getHeaderLine('Vary'), 'Cookie'));
}

/** What an error depends on that passes a session which was used. */
export const OF_SESSION: ErrorMarks = { vary: ['Cookie'], isPrivate: true };
