import type { ResponseInterface } from '@mortise/http-message';
import type { Settings } from '../settings.js';
import { isEmpty } from './status.js';
import { VariantAResponse } from './variant-a-response.js';

/**
 * Finishes a response: removes headers that describe a body if the status forbids one, otherwise adds the
 * size if it is known.
 */
export function finishResponse(
  decorated: ResponseInterface,
  { addContentLengthHeader }: Pick<Settings, 'addContentLengthHeader'>,
): ResponseInterface {
  const response = VariantAResponse.innerOf(decorated);
  if (isEmpty(response)) {
    return response.withoutHeader('Content-Type').withoutHeader('Content-Length');
  }
  if (!addContentLengthHeader || response.hasHeader('Content-Length')) return response;
  const size = response.getBody().getSize();
  return size === null ? response : response.withHeader('Content-Length', String(size));
}
