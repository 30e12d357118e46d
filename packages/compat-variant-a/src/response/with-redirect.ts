import type { ResponseInterface, UriInterface } from '@mortise/http-message';
import { encodeReference } from '@mortise/http-syntax';

/**
 * A response that sends the client elsewhere.
 *
 * @param url characters that a URI cannot hold are percent-encoded as UTF-8
 * @param status default: the response's own, 302 in place of 200
 */
export function withRedirect<R extends ResponseInterface>(
  response: R,
  url: UriInterface | string,
  status: number | null,
): R {
  const redirect = response.withHeader('Location', encodeReference(url.toString()));
  const code = status ?? (response.getStatusCode() === 200 ? 302 : null);
  return code === null ? redirect : redirect.withStatus(code);
}
