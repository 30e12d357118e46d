import type { ServerRequestInterface } from '@mortise/http-message';
import { ViewError } from './view-error.js';

/** What a helper throws if the request lacks what it reads. */
export function missing(message: string): ViewError {
  return new ViewError('VIEW_CONTEXT_MISSING', message);
}

/** @param helper its name, for the error */
export function assertRequest(
  helper: string,
  request: ServerRequestInterface | null,
): ServerRequestInterface {
  if (request !== null) return request;
  throw missing(`${helper}() needs a request; pass it to fetch(template, data, request)`);
}
