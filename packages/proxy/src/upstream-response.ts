import type { ResponseFactoryInterface, ResponseInterface } from '@mortise/http-message';
import { endToEndFields } from './hop-by-hop.js';
import { ProxyError } from './proxy-error.js';

/**
 * Creates the response of the target, without its body and without headers for its connection.
 *
 * @param fields alternating names and values
 * @throws {ProxyError} `UPSTREAM_FAILED` for a status or header that is not valid
 */
export function upstreamResponse(
  factories: ResponseFactoryInterface,
  status: number,
  reason: string,
  fields: readonly string[],
): ResponseInterface {
  try {
    const kept = endToEndFields(fields);
    let response = factories.createResponse(status, reason);
    for (let at = 0; at < kept.length; at += 2) {
      response = response.withAddedHeader(kept[at] as string, kept[at + 1] as string);
    }
    return response;
  } catch (cause) {
    throw ProxyError.upstream(cause);
  }
}

/** Whether the response to a request has no body, whatever its headers say (RFC 9110 6.4.1). */
export function hasNoBody(method: string, status: number): boolean {
  return method === 'HEAD' || status === 204 || status === 304;
}
