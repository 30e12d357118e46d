import type { ResponseFactoryInterface, StreamFactoryInterface } from '@mortise/http-message';
import { VariantAResponse } from './variant-a-response.js';
import type { VariantAResponseInterface } from './variant-a-response-interface.js';

/**
 * Creates the initial responses of callbacks and middleware: 200, HTML, empty. They share their headers;
 * each has its own body.
 */
export function freshResponses(
  factories: ResponseFactoryInterface & StreamFactoryInterface,
  httpVersion = '1.1',
): () => VariantAResponseInterface {
  const html = factories
    .createResponse()
    .withHeader('Content-Type', 'text/html; charset=UTF-8')
    .withProtocolVersion(httpVersion);
  return () => new VariantAResponse(html.withBody(factories.createStream()), factories, true);
}
