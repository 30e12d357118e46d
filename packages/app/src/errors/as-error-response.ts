import { isThenable } from '@mortise/base';
import { errorOf, noteError, withErrorMarks } from '@mortise/base/message';
import type { Awaitable, ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { isError } from './error-facts.js';

/**
 * Makes a response that to an error: with what layers have said that it depends on, and noted as about the error. That is
 * noted again, because a handler of errors can have passed the request to routes, which forget an earlier error.
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
