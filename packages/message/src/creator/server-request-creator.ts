import { quote } from '@mortise/base';
import { FACTORIES } from '@mortise/base/keys';
import type {
  HttpFactoriesInterface,
  RequestSource,
  ServerRequestCreatorInterface,
  ServerRequestFactoryInterface,
  ServerRequestInterface,
  UriFactoryInterface,
  UriInterface,
} from '@mortise/http-message';
import { canonicalPath } from '@mortise/http-syntax';
import { MessageError } from '../message-error.js';
import { WireOrigin } from '../wire-origin.js';

/** The factories needed to create a server request. */
export type RequestFactories = ServerRequestFactoryInterface & UriFactoryInterface;

/**
 * Creates a request creator from the PSR-17 factories of an implementation that has none.
 *
 * Everything except the body is parsed when the request is created, so malformed input (`status` 400) and input that
 * exceeds the limits (413) throws there. `withUri` does not change the request's target and query, and repeated headers
 * are grouped by name.
 *
 * @param factories if all PSR-17 factories are present, the request's lifetime provides them to middleware that needs
 *   factories
 */
export function createServerRequestCreator(
  factories: RequestFactories,
): ServerRequestCreatorInterface {
  const creator: ServerRequestCreatorInterface = {
    createServerRequestFromSource(source) {
      const request = createRequest(factories, source);
      if (all !== null) request.getLifetime().setValue(FACTORIES, all);
      return request;
    },
  };
  const all = allFactories(factories, creator);
  return creator;
}

type PsrFactories = Omit<HttpFactoriesInterface, keyof ServerRequestCreatorInterface>;

const PSR_FACTORIES: Record<keyof PsrFactories, 0> = {
  createRequest: 0,
  createResponse: 0,
  createServerRequest: 0,
  createStream: 0,
  createStreamFromFile: 0,
  createStreamFromResource: 0,
  createUploadedFile: 0,
  createUri: 0,
};

/**
 * Returns all factories, bound so that they can be called without `this`; `null` if one is missing, because readers
 * rely on all of them.
 */
function allFactories(
  factories: RequestFactories & Partial<PsrFactories>,
  creator: ServerRequestCreatorInterface,
): HttpFactoriesInterface | null {
  const names = Object.keys(PSR_FACTORIES) as (keyof PsrFactories)[];
  if (names.some((name) => typeof factories[name] !== 'function')) return null;
  const bound = names.map((name) => [name, factories[name]?.bind(factories)]);
  return { ...(Object.fromEntries(bound) as PsrFactories), ...creator };
}

function createRequest(factories: RequestFactories, source: RequestSource): ServerRequestInterface {
  const wire = new WireOrigin(source, null);
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
 * Rejects a malformed path, because the factory would correct it, and routing could no longer reject it.
 *
 * @throws {MessageErrorInterface} `URI_PATH_INVALID` (400)
 */
function uriOf(factories: RequestFactories, received: UriInterface): UriInterface {
  const path = received.getPath();
  if (canonicalPath(path) === null) {
    const problem = `The path ${quote(path)} is invalid: it has a NUL, a backslash, or an escape that is not UTF-8.`;
    throw new MessageError('URI_PATH_INVALID', problem, path, { status: 400 });
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
