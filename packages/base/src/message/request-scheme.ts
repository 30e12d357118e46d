import type { ServerRequestInterface } from '@mortise/http-message';

/** The member by which a request gives the scheme of its URI without creating the URI: see {@link requestScheme}. */
export const REQUEST_SCHEME: unique symbol = Symbol.for('@mortise/base/request-scheme');

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
