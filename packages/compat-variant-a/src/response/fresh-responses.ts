import type { ResponseFactoryInterface, StreamFactoryInterface } from '@mortise/http-message';
import { VariantAResponse } from './variant-a-response.js';
import type { VariantAResponseInterface } from './variant-a-response-interface.js';

/**
 * Makes the responses that callbacks and middleware begin with: 200, HTML, empty. Their head is made
 * once, each has a body of its own.
 */
export function freshResponses(
  factories: ResponseFactoryInterface & StreamFactoryInterface,
  httpVersion = '1.1',
): () => VariantAResponseInterface {
  const html = factories
    .createResponse()
    .withHeader('Content-Type', 'text/html; charset=UTF-8')
    .withProtocolVersion(httpVersion);
  return () => new VariantAResponse(html.withBody(factories.createStream()), factories);
}
