import type { ServerRequestInterface } from '@mortise/http-message';
import { ViewError } from './view-error.js';

/** Creates the error for a helper that does not find what it reads from the request. */
export function missing(message: string): ViewError {
  return new ViewError('VIEW_CONTEXT_MISSING', message);
}

/**
 * Returns the request; throws if there is none.
 *
 * @param helper the name of the helper, for the error
 */
export function assertRequest(
  helper: string,
  request: ServerRequestInterface | null,
): ServerRequestInterface {
  if (request !== null) return request;
  throw missing(`${helper}() needs a request; pass it to fetch(template, data, request)`);
}
