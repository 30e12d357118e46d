import type { AttributeKey, ServerRequestInterface } from '@mortise/http-message';
import { checkRequest } from './check-request.js';

const LAST_ERROR: AttributeKey<Error | null> = 'mortise.error';

/**
 * Returns the error that became the last response to a request, for outer middleware, logs and traces, which only get
 * the response. Middleware that responds instead of its handler does not change it, so check the status first.
 *
 * @param request any copy of the request
 * @returns `null` if there was none, or for a request without a route (404, 405, 400) that needed no exception
 */
export function errorOf(request: ServerRequestInterface): Error | null {
  checkRequest('errorOf', request, 'getLifetime');
  return request.getLifetime().getValue(LAST_ERROR) ?? null;
}

/**
 * Sets the error that {@link errorOf} returns; called by code that turns an error into a response. `null` clears an
 * earlier one.
 */
export function noteError(request: ServerRequestInterface, error: Error | null): void {
  request.getLifetime().setValue(LAST_ERROR, error);
}
