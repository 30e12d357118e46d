import type { ViewInterface } from '@mortise/view';
import { factoriesOf, html, localRedirect, type ResponseInterface } from 'mortise';
import type { ServerRequestInterface } from 'mortise';
import { errorPage } from '../pages/views.js';
import { CHALLENGE, signInRequired } from './person.js';

/** What the buttons of a page add to its address: `/books/1/borrow`. */
const ACTION = /(?<=.)\/(?:borrow|return|reserve|cover|delete)$/;

/**
 * Sends a visitor who must sign in to the form, which leads back to the page. A form that a visitor has sent is a 401 that
 * links there: it was not carried out.
 *
 * @throws {HttpError} 401 `SIGN_IN_REQUIRED` for a program, which does not accept pages
 */
export function signInFirst(
  pages: ViewInterface,
  request: ServerRequestInterface,
): ResponseInterface {
  if (!request.getHeaderLine('Accept').includes('text/html')) throw signInRequired();
  const uri = request.getUri();
  const response = factoriesOf(request).createResponse().withHeader('Vary', 'Accept');
  if (['GET', 'HEAD'].includes(request.getMethod())) {
    const query = uri.getQuery();
    const next = query === '' ? uri.getPath() : `${uri.getPath()}?${query}`;
    return localRedirect(response, `/sign-in?next=${encodeURIComponent(next)}`, 303);
  }
  const page = errorPage(pages, uri.getPath().replace(ACTION, ''));
  return html(
    response.withStatus(401).withHeader('WWW-Authenticate', CHALLENGE),
    page('401 Unauthorized', '<p>Sign in to continue.</p>'),
  );
}
