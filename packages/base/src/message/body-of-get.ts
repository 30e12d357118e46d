import type {
  ResponseInterface,
  ServerRequestInterface,
  StreamFactoryInterface,
} from '@mortise/http-message';
import { ROUTED } from '../keys.js';

/**
 * Whether the response to a request has the body of the response to GET: always, except to HEAD, where only a route for
 * GET is known to create it. An empty body of any other response to HEAD says nothing about GET.
 */
export function hasBodyOfGet(
  request: Pick<ServerRequestInterface, 'getMethod' | 'getLifetime'>,
): boolean {
  if (request.getMethod() !== 'HEAD') return true;
  const methods = request.getLifetime().getValue(ROUTED)?.methods ?? [];
  return methods.includes('GET') && !methods.includes('HEAD');
}

/**
 * Returns a response to HEAD with an empty body of unknown size, unless it declares a length: otherwise, the empty body
 * of a route for GET would be taken for that of the response to GET. The previous body is not closed.
 */
export function withUnknownLength<R extends ResponseInterface>(
  response: R,
  factories: Pick<StreamFactoryInterface, 'createStreamFromResource'>,
): R {
  if (response.hasHeader('Content-Length')) return response;
  return response.withBody(factories.createStreamFromResource(nothing()));
}

async function* nothing(): AsyncGenerator<Uint8Array> {
  // Ends at once.
}
