import { isThenable } from '@mortise/base';
import { errorOf, noteError, withErrorMarks } from '@mortise/base/message';
import type { Awaitable, ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { isError } from './error-facts.js';

/**
 * Marks a response as the response to an error, and adds the cache headers that layers requested for error responses.
 * The error is noted again because an error handler can have passed the request to routes, which clear an earlier
 * error.
 */
export function asErrorResponse(
  request: ServerRequestInterface,
  error: unknown,
  response: Awaitable<ResponseInterface>,
): Awaitable<ResponseInterface> {
  if (isThenable(response)) return response.then((late) => asErrorResponse(request, error, late));
  if (isError(error) && errorOf(request) !== error) noteError(request, error);
  return withErrorMarks(request, response);
}
