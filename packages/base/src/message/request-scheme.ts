import type { ServerRequestInterface } from '@mortise/http-message';
import { REQUEST_SCHEME } from '../symbols.js';

/** A request that can give the scheme of its URI without creating the URI. */
export interface SchemedRequest extends ServerRequestInterface {
  [REQUEST_SCHEME](): string;
}

/**
 * Reads the scheme of the URI of a request.
 *
 * @returns what `getUri().getScheme()` returns
 * @throws {MessageErrorInterface} what reading the URI throws, unless it is not created
 */
export function requestScheme(request: ServerRequestInterface): string {
  return REQUEST_SCHEME in request
    ? (request as SchemedRequest)[REQUEST_SCHEME]()
    : request.getUri().getScheme();
}
