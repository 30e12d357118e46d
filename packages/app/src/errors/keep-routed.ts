import { finallyAwaitable } from '@mortise/base';
import { ROUTED } from '@mortise/base/keys';
import type { Awaitable, ResponseInterface, ServerRequestInterface } from '@mortise/http-message';

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
