import { remainingSize } from '@mortise/base/message';
import type { ResponseInterface } from '@mortise/http-message';
import type { Settings } from '../settings.js';
import { isEmpty } from './status.js';
import { VariantAResponse } from './variant-a-response.js';

/**
 * Finishes a response: removes headers that describe a body if the status forbids one, otherwise adds the size if it is
 * known. An empty response to HEAD says nothing about the size for GET (RFC 9110 8.6).
 *
 * @param method the request's, as received
 */
export function finishResponse(
  decorated: ResponseInterface,
  method: string,
  { addContentLengthHeader }: Pick<Settings, 'addContentLengthHeader'>,
): ResponseInterface {
  const response = VariantAResponse.innerOf(decorated);
  if (isEmpty(response)) {
    return response.withoutHeader('Content-Type').withoutHeader('Content-Length');
  }
  if (!addContentLengthHeader || response.hasHeader('Content-Length')) return response;
  const size = remainingSize(response.getBody());
  return size === null || (size === 0 && method === 'HEAD')
    ? response
    : response.withHeader('Content-Length', String(size));
}
