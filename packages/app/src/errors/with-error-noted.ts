import { isThenable } from '@mortise/base';
import { errorOf, noteError } from '@mortise/base/message';
import type { Awaitable, ResponseInterface, ServerRequestInterface } from '@mortise/http-message';

/**
 * Notes again which error a response is about, once it exists: a handler of errors can have passed the request to routes,
 * which forget an earlier error.
 */
export function withErrorNoted(
  request: ServerRequestInterface,
  error: Error,
  response: Awaitable<ResponseInterface>,
): Awaitable<ResponseInterface> {
  if (isThenable(response)) return response.then((late) => withErrorNoted(request, error, late));
  if (errorOf(request) !== error) noteError(request, error);
  return response;
}
