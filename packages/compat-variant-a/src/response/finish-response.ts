import { hasBodyOfGet, remainingSize } from '@mortise/base/message';
import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import type { Settings } from '../settings.js';
import { isEmpty } from './status.js';
import { VariantAResponse } from './variant-a-response.js';

/**
 * Finishes a response: removes headers that describe a body if the status forbids one, otherwise adds the size if it is
 * known. An empty response to HEAD has a known size only if a route for GET created it (RFC 9110 8.6).
 *
 * @param request as received
 */
export function finishResponse(
  decorated: ResponseInterface,
  request: ServerRequestInterface,
  { addContentLengthHeader }: Pick<Settings, 'addContentLengthHeader'>,
): ResponseInterface {
  const response = VariantAResponse.innerOf(decorated);
  if (isEmpty(response)) {
    return response.withoutHeader('Content-Type').withoutHeader('Content-Length');
  }
  if (!addContentLengthHeader || response.hasHeader('Content-Length')) return response;
  const size = remainingSize(response.getBody());
  return size === null || (size === 0 && !hasBodyOfGet(request))
    ? response
    : response.withHeader('Content-Length', String(size));
}
