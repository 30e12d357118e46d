import type { ResponseInterface, UriInterface } from '@mortise/http-message';

/**
 * Answers with a redirection.
 *
 * @param to goes into `Location` as it is. Text of others must not decide it: it could lead anywhere.
 * @param status default 302
 */
export function redirect(
  response: ResponseInterface,
  to: string | UriInterface,
  status = 302,
): ResponseInterface {
  return response.withStatus(status).withHeader('Location', to.toString());
}
