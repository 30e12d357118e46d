import { isThenable } from '@mortise/base';
import { ROUTED } from '@mortise/base/keys';
import type { Awaitable, RoutedInterface, ServerRequestInterface } from '@mortise/http-message';

/**
 * Calls what responds in place of a route: an error handler, or that of unknown paths. It can pass the request to the routes of
 * an application that renders pages; for logs, metrics and traces, the request keeps the result of its own routing.
 */
export function keepRouted<T>(
  request: ServerRequestInterface,
  respond: () => Awaitable<T>,
): Awaitable<T> {
  const routed = request.getLifetime().getValue(ROUTED) ?? null;
  let response: Awaitable<T>;
  try {
    response = respond();
  } catch (error) {
    restore(request, routed);
    throw error;
  }
  if (isThenable(response)) return restoreLater(request, routed, response);
  restore(request, routed);
  return response;
}

/** Apart, since a function that contains closures allocates what they refer to on each call. */
function restoreLater<T>(
  request: ServerRequestInterface,
  routed: RoutedInterface | null,
  response: PromiseLike<T>,
): PromiseLike<T> {
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
