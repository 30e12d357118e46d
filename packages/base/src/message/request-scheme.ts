import type { ServerRequestInterface } from '@mortise/http-message';
import { loggedUri } from './logged-uri.js';
import { REQUEST_SCHEME } from '../symbols.js';

/** A request that can return the scheme of its URI without creating the URI. */
export interface SchemedRequest extends ServerRequestInterface {
  [REQUEST_SCHEME](): string;
}

/**
 * Returns the scheme of a request's URI, without creating the URI if possible.
 *
 * @returns the same as `getUri().getScheme()`; that of the connection if the URI is malformed
 */
export function requestScheme(request: ServerRequestInterface): string {
  if (REQUEST_SCHEME in request) return (request as SchemedRequest)[REQUEST_SCHEME]();
  try {
    return request.getUri().getScheme();
  } catch {
    return loggedUri(request).getScheme();
  }
}
