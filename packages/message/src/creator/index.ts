import type {
  RequestSource,
  ServerRequestCreatorInterface,
  ServerRequestFactoryInterface,
  ServerRequestInterface,
  UriFactoryInterface,
} from '@mortise/http-message';
import { WireOrigin } from '../wire-origin.js';

/** What a request is made with. */
export type RequestFactories = ServerRequestFactoryInterface & UriFactoryInterface;

/**
 * A request creator for an implementation that has none of its own, over its PSR-17 factories.
 *
 * Such a request is complete from the start: everything but the body is parsed when it is created,
 * so that what is malformed (`status` 400) or over the limits (413) throws there.
 */
export function createServerRequestCreator(
  factories: RequestFactories,
): ServerRequestCreatorInterface {
  return { createServerRequestFromSource: (source) => createRequest(factories, source) };
}

function createRequest(factories: RequestFactories, source: RequestSource): ServerRequestInterface {
  const wire = new WireOrigin(source);
  const uri = factories.createUri(String(wire.uri()));
  const request = factories.createServerRequest(wire.method, uri, wire.serverParams());
  return withHeaders(request, wire.headerList())
    .withProtocolVersion(wire.protocolVersion)
    .withRequestTarget(wire.target)
    .withCookieParams(wire.cookieParams())
    .withQueryParams(wire.queryParams())
    .withBody(wire.body());
}

function withHeaders(
  request: ServerRequestInterface,
  rawHeaders: readonly string[],
): ServerRequestInterface {
  let filled = request.withoutHeader('Host');
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    filled = filled.withAddedHeader(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  }
  return filled;
}
