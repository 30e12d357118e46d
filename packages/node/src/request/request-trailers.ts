import { checkRequest } from '@mortise/base/message';
import type { ServerRequestInterface } from '@mortise/http-message';
import { valuesByName } from '../values-by-name.js';
import { rawExchangeOf } from './raw-exchange.js';

/**
 * Returns the trailers of a request (RFC 9110 6.5). They are never merged with its headers, and are no more
 * trustworthy.
 *
 * @returns lists of values by lower-case name, empty if there are none; `null` until the whole body has arrived (read
 *   it to its end first), or if another adapter serves the request
 */
export function trailersOf(
  request: ServerRequestInterface,
): ReadonlyMap<string, readonly string[]> | null {
  checkRequest('trailersOf', request, 'getLifetime');
  const incoming = rawExchangeOf(request)?.incoming;
  return incoming?.complete === true ? valuesByName(incoming.rawTrailers) : null;
}
