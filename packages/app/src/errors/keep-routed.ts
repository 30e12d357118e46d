import { isThenable } from '@mortise/base';
import { ROUTED } from '@mortise/base/keys';
import type {
  Awaitable,
  RequestHandlerInterface,
  ResponseInterface,
  RoutedInterface,
  ServerRequestInterface,
} from '@mortise/http-message';

/**
 * Calls a handler that responds instead of a route, for an error or an unknown path. It can pass the request to the
 * routes of another application, such as one that renders pages. Afterwards, the request's own routing result is
 * restored, for logs, metrics and traces.
 */
export function keepRouted(
  request: ServerRequestInterface,
  handler: RequestHandlerInterface,
): Awaitable<ResponseInterface> {
  const routed = request.getLifetime().getValue(ROUTED) ?? null;
  let response: Awaitable<ResponseInterface>;
  try {
    response = handler.handle(request);
  } catch (error) {
    restore(request, routed);
    throw error;
  }
  if (isThenable(response)) return restoreLater(request, routed, response);
  restore(request, routed);
  return response;
}

/** Separate, because a function that contains closures allocates their context on every call. */
function restoreLater(
  request: ServerRequestInterface,
  routed: RoutedInterface | null,
  response: PromiseLike<ResponseInterface>,
): Awaitable<ResponseInterface> {
  return response.then(
    (late) => {
      restore(request, routed);
      return late;
    },
    (error: unknown) => {
      restore(request, routed);
      throw error;
    },
  );
}

function restore(request: ServerRequestInterface, routed: RoutedInterface | null): void {
  const lifetime = request.getLifetime();
  if ((lifetime.getValue(ROUTED) ?? null) !== routed) lifetime.setValue(ROUTED, routed);
}
