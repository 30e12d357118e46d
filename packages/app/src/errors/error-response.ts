import { finallyAwaitable, isThenable } from '@mortise/base';
import { ROUTED } from '@mortise/base/keys';
import { errorOf, noteError, withErrorMarks } from '@mortise/base/message';
import type { Awaitable, ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { isError } from './error-facts.js';

/**
 * Calls a handler that responds to an error, see {@link keepRouted}. Its response is marked as that of the error, and gets the
 * cache headers that layers requested for error responses.
 */
export function errorResponse(
  request: ServerRequestInterface,
  error: unknown,
  call: () => Awaitable<ResponseInterface>,
): Awaitable<ResponseInterface> {
  if (isError(error)) noteError(request, error);
  return marked(keepRouted(request, call), request, error);
}

function marked(
  response: Awaitable<ResponseInterface>,
  request: ServerRequestInterface,
  error: unknown,
): Awaitable<ResponseInterface> {
  if (isThenable(response)) return response.then((late) => marked(late, request, error));
  // The handler can have passed the request to routes, which clear an earlier error.
  if (isError(error) && errorOf(request) !== error) noteError(request, error);
  return withErrorMarks(request, response);
}

/**
 * Calls a handler that responds instead of a route, for an error or an unknown path. It can pass the request to the
 * routes of another application, such as one that renders pages. Afterwards, the request's own routing result is
 * restored, for logs, metrics and traces.
 */
export function keepRouted(
  request: ServerRequestInterface,
  call: () => Awaitable<ResponseInterface>,
): Awaitable<ResponseInterface> {
  const lifetime = request.getLifetime();
  const routed = lifetime.getValue(ROUTED) ?? null;
  return finallyAwaitable(call, () => {
    if ((lifetime.getValue(ROUTED) ?? null) !== routed) lifetime.setValue(ROUTED, routed);
  });
}
