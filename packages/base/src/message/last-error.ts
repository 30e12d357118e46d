import type { AttributeKey, ServerRequestInterface } from '@mortise/http-message';

const LAST_ERROR: AttributeKey<Error | null> = 'mortise.error';

/**
 * Returns the error that became the last response to a request: for layers outside, logs and traces, which get a response.
 * A layer that responds instead of its handler does not change it: read the status first.
 *
 * @param request any copy of the request
 * @returns `null` if there was none, and for a request without a route (404, 405, 400) for which no exception was needed
 */
export function errorOf(request: ServerRequestInterface): Error | null {
  return request.getLifetime().getValue(LAST_ERROR) ?? null;
}

/** Sets what {@link errorOf} returns: called by whatever turns an error into a response. `null` forgets an earlier one. */
export function noteError(request: ServerRequestInterface, error: Error | null): void {
  request.getLifetime().setValue(LAST_ERROR, error);
}
