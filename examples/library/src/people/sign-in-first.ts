import { factoriesOf, localRedirect, type ResponseInterface } from 'mortise';
import type { ServerRequestInterface } from 'mortise';
import { signInRequired } from './person.js';

/**
 * Sends a visitor who must sign in to the form, which leads back to the page.
 *
 * @throws {HttpError} 401 `SIGN_IN_REQUIRED` for a form that a visitor has sent, which was not carried out, and for a program,
 *   which does not accept pages
 */
export function signInFirst(request: ServerRequestInterface): ResponseInterface {
  const isPage = request.getHeaderLine('Accept').includes('text/html');
  if (!isPage || !['GET', 'HEAD'].includes(request.getMethod())) throw signInRequired();
  const uri = request.getUri();
  const query = uri.getQuery();
  const next = query === '' ? uri.getPath() : `${uri.getPath()}?${query}`;
  const response = factoriesOf(request).createResponse().withHeader('Vary', 'Accept');
  return localRedirect(response, `/sign-in?next=${encodeURIComponent(next)}`, 303);
}
