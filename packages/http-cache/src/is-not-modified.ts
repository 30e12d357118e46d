import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { evaluatePreconditions, parseHttpDate } from '@mortise/http-syntax';

/**
 * Whether the client already has a response: a 200 to GET or HEAD whose ETag or Last-Modified matches the request.
 *
 * @see RFC 9110 13.1.2, 13.1.3
 */
export function isNotModified(
  request: Pick<ServerRequestInterface, 'getMethod' | 'hasHeader' | 'getHeaderLine'>,
  response: Pick<ResponseInterface, 'getStatusCode' | 'getHeaderLine'>,
): boolean {
  if (response.getStatusCode() !== 200) return false;
  const etag = response.getHeaderLine('ETag');
  const modified = response.getHeaderLine('Last-Modified');
  if (etag === '' && modified === '') return false;
  const current = { etag: etag === '' ? null : etag, lastModified: parseHttpDate(modified) };
  return evaluatePreconditions(request, current) === 'not-modified';
}
