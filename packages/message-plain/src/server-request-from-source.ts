import type {
  BodySource,
  HttpFactoriesInterface,
  RequestSource,
  StreamInterface,
} from '@mortise/http-message';
import { parseCookies, type RequestFacts, serverParams } from '@mortise/http-syntax';
import { assertWireTarget, effectiveUri, queryOfTarget } from './effective-uri.js';
import { computed, type Fact } from './fact.js';
import { HeaderList } from './header-list.js';
import { MemoryStream } from './memory-stream.js';
import { nullPrototypeCopy } from './null-prototype-copy.js';
import { queryParams } from './query-params.js';
import { RequestLifetime } from './request-lifetime.js';
import { ServerRequest } from './server-request.js';
import { SourceStream } from './source-stream.js';

/**
 * Creates a request whose parts are read from the source on first use. What the source guarantees (the method is a
 * token, header names are valid) is not checked again.
 *
 * @param factories provided by the request's lifetime
 */
export function serverRequestFromSource(
  source: RequestSource,
  factories: HttpFactoriesInterface,
): ServerRequest {
  const once = readOnce(source);
  const target = computed(() => assertWireTarget(once.method(), once.target()));
  const headers = computed(() => HeaderList.fromRaw(once.rawHeaders()));
  return new ServerRequest({
    version: once.protocolVersion,
    method: once.method,
    target: once.target,
    targetFollowsUri: true,
    uri: computed(() =>
      effectiveUri(
        target(),
        once.basePath() ?? '',
        once.scheme(),
        once.host(),
        once.hostReported() === true,
      ),
    ),
    headers,
    body: computed(() => bodyStream(once.body())),
    serverParams: computed(() => serverParams(requestFacts(once))),
    cookies: computed(() => parseCookies(headers().get('Cookie').join('; '))),
    query: queryParams(() => queryOfTarget(target())),
    queryFollowsUri: true,
    uploadedFiles: nullPrototypeCopy({}),
    parsedBody: null,
    attributes: null,
    lifetime: new RequestLifetime(factories),
  });
}

type Once = { readonly [Key in keyof RequestSource]-?: Fact<RequestSource[Key]> };

/** Returns each member of a source as a fact, which is read once, on first use. */
function readOnce(source: RequestSource): Once {
  return {
    method: computed(() => source.method),
    target: computed(() => source.target),
    basePath: computed(() => source.basePath),
    protocolVersion: computed(() => source.protocolVersion),
    rawHeaders: computed(() => source.rawHeaders),
    scheme: computed(() => source.scheme),
    host: computed(() => source.host),
    hostReported: computed(() => source.hostReported),
    remoteAddress: computed(() => source.remoteAddress),
    remotePort: computed(() => source.remotePort),
    localAddress: computed(() => source.localAddress),
    localPort: computed(() => source.localPort),
    body: computed(() => source.body),
  };
}

function requestFacts(once: Once): RequestFacts {
  return {
    method: once.method(),
    target: once.target(),
    scheme: once.scheme(),
    host: once.host(),
    protocolVersion: once.protocolVersion(),
    rawHeaders: once.rawHeaders(),
    remoteAddress: once.remoteAddress(),
    remotePort: once.remotePort(),
    localAddress: once.localAddress(),
    localPort: once.localPort(),
  };
}

function bodyStream(body: BodySource | null): StreamInterface {
  return body === null ? new MemoryStream('') : new SourceStream(body, body.size);
}
