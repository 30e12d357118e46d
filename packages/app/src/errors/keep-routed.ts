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
 * Calls what responds in place of a route: an error handler, or that of unknown paths. It can pass the request to the routes of
 * an application that renders pages; for logs, metrics and traces, the request keeps the result of its own routing.
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

/** Apart, since a function that contains closures allocates what they refer to on each call. */
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
