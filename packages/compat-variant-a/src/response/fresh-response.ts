import type { ResponseFactoryInterface, StreamFactoryInterface } from '@mortise/http-message';
import { VariantAResponse } from './variant-a-response.js';
import type { VariantAResponseInterface } from './variant-a-response-interface.js';

/** The response that callbacks and middleware begin with: 200, HTML, empty. */
export function freshResponse(
  factories: ResponseFactoryInterface & StreamFactoryInterface,
  httpVersion = '1.1',
): VariantAResponseInterface {
  const html = factories.createResponse().withHeader('Content-Type', 'text/html; charset=UTF-8');
  const inner = httpVersion === '1.1' ? html : html.withProtocolVersion(httpVersion);
  return new VariantAResponse(inner, factories);
}
