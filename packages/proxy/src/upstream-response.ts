import type { ResponseFactoryInterface, ResponseInterface } from '@mortise/http-message';
import { endToEndFields } from './hop-by-hop.js';
import { ProxyError } from './proxy-error.js';
import { reachableLocation, type TargetUrl } from './reachable-location.js';

/**
 * Creates the target's response, without its body and connection headers.
 *
 * @param fields alternating names and values
 * @param target whose own URLs in `Location` become paths
 * @throws {ProxyError} `UPSTREAM_FAILED` for a status or header that is not valid
 */
export function upstreamResponse(
  factories: ResponseFactoryInterface,
  status: number,
  reason: string,
  fields: readonly string[],
  target: TargetUrl,
): ResponseInterface {
  try {
    const kept = endToEndFields(fields);
    // What it says to switch to (RFC 9110 15.5.22): the server adds Connection to it.
    if (status === 426) kept.push(...fields.filter((_, at) => isUpgrade(fields[at - (at % 2)])));
    let response = factories.createResponse(status, reason);
    for (let at = 0; at < kept.length; at += 2) {
      const name = kept[at] as string;
      const value = reachableLocation(name, kept[at + 1] as string, target);
      response = response.withAddedHeader(name, value);
    }
    return response;
  } catch (cause) {
    throw ProxyError.upstream(cause);
  }
}

const isUpgrade = (name: string | undefined): boolean => name?.toLowerCase() === 'upgrade';

/** Whether the response to a request has no body, whatever its headers say (RFC 9110 6.4.1). */
export function hasNoBody(method: string, status: number): boolean {
  return method === 'HEAD' || status === 204 || status === 304;
}

/** @param fields alternating names and values */
export function isEventStream(fields: readonly string[]): boolean {
  const type = fields.findIndex(
    (name, at) => at % 2 === 0 && name.toLowerCase() === 'content-type',
  );
  return type !== -1 && /^text\/event-stream(?![^\s;])/i.test(fields[type + 1] ?? '');
}
