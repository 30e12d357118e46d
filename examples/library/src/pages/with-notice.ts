import { flashOf } from '@mortise/session';
import { localRedirect, type ResponseInterface, type ServerRequestInterface } from 'mortise';

/** Leads on to a page of this site, which says once what was done. */
export function withNotice(
  request: ServerRequestInterface,
  response: ResponseInterface,
  path: string,
  notice: string,
): ResponseInterface {
  flashOf(request).addMessage('notice', notice);
  return localRedirect(response, path, 303);
}
