import { isSafeMethod } from '@mortise/base/message';
import type { ServerRequestInterface } from '@mortise/http-message';
import { isOriginOf } from '@mortise/http-syntax';

/** The part of a request that the decision needs. */
export type OriginRequest = Pick<
  ServerRequestInterface,
  'getMethod' | 'getServerParams' | 'getHeaderLine' | 'getUri'
>;

/**
 * Decides, from the headers that browsers send with every request, whether it can come from a page on another origin.
 *
 * In this order: a safe method passes; `Sec-Fetch-Site: same-origin` or `none` passes, any other value only from a trusted
 * origin; without it, an `Origin` that is this host or trusted passes; without either, the request is not from a browser,
 * and passes.
 *
 * @param trusted origins as browsers send them
 * @returns the code of the refusal; `null` if the request passes
 * @see Fetch Metadata Request Headers 2.3; RFC 6454 7
 */
export function crossOriginRefusal(
  request: OriginRequest,
  trusted: ReadonlySet<string>,
): 'CROSS_ORIGIN' | 'CROSS_ORIGIN_OLD_BROWSER' | null {
  const code = refusalByHeaders(request, trusted);
  // The method last: it needs the server parameters, which most requests never do.
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
