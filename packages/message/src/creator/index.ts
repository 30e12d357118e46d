import type {
  RequestSource,
  ServerRequestCreatorInterface,
  ServerRequestFactoryInterface,
  ServerRequestInterface,
  UriFactoryInterface,
  UriInterface,
} from '@mortise/http-message';
import { canonicalPath } from '@mortise/http-syntax';
import { invalid } from '../message-error.js';
import { WireOrigin } from '../wire-origin.js';

/** The factories that create a request. */
export type RequestFactories = ServerRequestFactoryInterface & UriFactoryInterface;

/**
 * A request creator for an implementation without one, built on its PSR-17 factories.
 *
 * Such a request is complete when it is created: everything except the body is parsed,
 * so that malformed input (`status` 400) and input that exceeds the limits (413) throws there. Its target and query
 * do not follow `withUri`, and repeated headers are grouped.
 */
export function createServerRequestCreator(
  factories: RequestFactories,
): ServerRequestCreatorInterface {
  return { createServerRequestFromSource: (source) => createRequest(factories, source) };
}

function createRequest(factories: RequestFactories, source: RequestSource): ServerRequestInterface {
  const wire = new WireOrigin(source);
  const request = factories.createServerRequest(
    wire.method,
    uriOf(factories, wire.uri()),
    wire.serverParams(),
  );
  return withHeaders(request, wire.headerList().raw())
    .withProtocolVersion(wire.protocolVersion)
    .withRequestTarget(wire.target)
    .withCookieParams(wire.cookieParams())
    .withQueryParams(wire.queryParams())
    .withBody(wire.body());
}

/**
 * A factory would correct a broken escape in a path, so that routing could not refuse it.
 *
 * @throws {MessageErrorInterface} `URI_PATH_INVALID` (400)
 */
function uriOf(factories: RequestFactories, received: UriInterface): UriInterface {
  const path = received.getPath();
  if (canonicalPath(path) === null) {
    const expected = 'no NUL, no backslash, and escapes of UTF-8 only';
    throw invalid('URI_PATH_INVALID', 'path', expected, path, { status: 400 });
  }
  const basePath = received.getBasePath();
  const uri = factories.createUri(String(received.withBasePath('')));
  return basePath === '' ? uri : uri.withBasePath(basePath);
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
