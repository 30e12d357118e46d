import { isSafeMethod } from '@mortise/base/message';
import type { ServerRequestInterface } from '@mortise/http-message';
import { isOriginOf } from '@mortise/http-syntax';

/** The part of a request that {@link crossOriginRefusal} needs. */
export type OriginRequest = Pick<
  ServerRequestInterface,
  'getMethod' | 'getServerParams' | 'getHeaderLine' | 'getUri'
>;

/**
 * Decides, from the headers that browsers send with every request, whether a request can come from a page on another
 * origin.
 *
 * A request with a safe method passes. Otherwise, `Sec-Fetch-Site: same-origin` or `none` passes, and any other value
 * passes only from a trusted origin. Without `Sec-Fetch-Site`, an `Origin` passes if it is this host or trusted.
 * Without either header, the request is not from a browser, and passes.
 *
 * @param trusted origins as browsers send them
 * @returns the code of the error; `null` if the request passes
 * @see Fetch Metadata Request Headers 2.3; RFC 6454 7
 */
export function crossOriginRefusal(
  request: OriginRequest,
  trusted: ReadonlySet<string>,
): 'CROSS_ORIGIN' | 'CROSS_ORIGIN_OLD_BROWSER' | null {
  const code = refusalByHeaders(request, trusted);
  // Check the method last, because it needs the server parameters, which most requests never create.
  return code === null || isSafeMethod(request) ? null : code;
}

function refusalByHeaders(
  request: OriginRequest,
  trusted: ReadonlySet<string>,
): 'CROSS_ORIGIN' | 'CROSS_ORIGIN_OLD_BROWSER' | null {
  const site = request.getHeaderLine('Sec-Fetch-Site');
  if (site === 'same-origin' || site === 'none') return null;
  const origin = request.getHeaderLine('Origin');
  if (trusted.has(origin)) return null;
  if (site !== '') return 'CROSS_ORIGIN';
  return origin === '' || isOriginOf(origin, request.getUri()) ? null : 'CROSS_ORIGIN_OLD_BROWSER';
}
