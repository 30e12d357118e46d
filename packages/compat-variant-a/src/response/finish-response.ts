import type { ResponseInterface } from '@mortise/http-message';
import type { Settings } from '../settings.js';
import { isEmpty } from './status.js';
import { VariantAResponse } from './variant-a-response.js';

/**
 * The last touch: a response whose status forbids a body says nothing about one, any other one its
 * size where that is known.
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
