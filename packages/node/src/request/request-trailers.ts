import type { ServerRequestInterface } from '@mortise/http-message';
import { valuesByName } from '../values-by-name.js';
import { rawExchangeOf } from './raw-exchange.js';

/**
 * The trailers of a request (RFC 9110 6.5). They are never merged with its
 * headers, and are no more trustworthy.
 *
 * @returns values in order, by name in lower case, empty if there are none; null until the body has arrived, which is
 *   certain only once it has been read to its end, and if another adapter serves the request
 */
export function trailersOf(
  request: ServerRequestInterface,
): ReadonlyMap<string, readonly string[]> | null {
  const incoming = rawExchangeOf(request)?.incoming;
  return incoming?.complete === true ? valuesByName(incoming.rawTrailers) : null;
}
