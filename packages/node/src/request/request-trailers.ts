import type { ServerRequestInterface } from '@mortise/http-message';
import { rawExchangeOf } from './raw-exchange.js';

/**
 * The trailers of a request (RFC 9110 6.5). They are never merged with its
 * headers, and are no more trustworthy.
 *
 * @returns values in order, by name in lower case, empty if there are none; null until the body has been
 *   read to its end, and if another adapter serves the request
 */
export function trailersOf(
  request: ServerRequestInterface,
): ReadonlyMap<string, readonly string[]> | null {
  const incoming = rawExchangeOf(request)?.incoming;
  if (incoming?.complete !== true) return null;
  const { rawTrailers } = incoming;
  const trailers = new Map<string, string[]>();
  for (let at = 0; at < rawTrailers.length; at += 2) {
    const name = (rawTrailers[at] as string).toLowerCase();
    const values = trailers.get(name);
    if (values === undefined) trailers.set(name, [rawTrailers[at + 1] as string]);
    else values.push(rawTrailers[at + 1] as string);
  }
  return trailers;
}
