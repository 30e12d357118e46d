import type { ServerRequestInterface } from '@mortise/http-message';
import { valuesByName } from '../values-by-name.js';
import { rawExchangeOf } from './raw-exchange.js';

/**
 * The trailers of a request (RFC 9110 6.5). They are never merged with its
 * headers, and are no more trustworthy.
 *
 * @returns lists of values by lower-case name, empty if there are none; `null` if another adapter serves the request, and
 *   until the body has arrived, which is certain only once it was read to its end
 */
export function trailersOf(
  request: ServerRequestInterface,
): ReadonlyMap<string, readonly string[]> | null {
  const incoming = rawExchangeOf(request)?.incoming;
  return incoming?.complete === true ? valuesByName(incoming.rawTrailers) : null;
}
