import type { BodySource, RequestSource, StreamInterface } from '@mortise/http-message';
import { parseCookies, type RequestFacts, serverParams } from '@mortise/http-syntax';
import { effectiveUri, type RequestLine } from './effective-uri.js';
import { computed, type Fact } from './fact.js';
import { HeaderList } from './header-list.js';
import { MemoryStream } from './memory-stream.js';
import { MessageError } from './message-error.js';
import { assertVersion } from './message.js';
import { nullPrototypeCopy } from './null-prototype-copy.js';
import { queryOf } from './query-params.js';
import { assertMethod, assertTarget } from './request.js';
import { RequestLifetime } from './request-lifetime.js';
import { ServerRequest } from './server-request.js';
import { SourceStream } from './source-stream.js';

/** A request whose facts are found in the source when they are first asked for. */
export function serverRequestFromSource(source: RequestSource): ServerRequest {
  const once = readOnce(source);
  const uri = computed(() => fromWire(() => effectiveUri(requestLine(once))));
  const headers = computed(() => HeaderList.fromRaw(once.rawHeaders()));
  return new ServerRequest({
    version: computed(() => fromWire(() => assertVersion(once.protocolVersion()))),
    method: computed(() => fromWire(() => assertMethod(once.method()))),
    target: computed(() => fromWire(() => assertTarget(once.target()))),
    targetFollowsUri: true,
    uri,
    headers,
    body: computed(() => bodyStream(once.body())),
    serverParams: computed(() => serverParams(requestFacts(once))),
    cookies: computed(() => parseCookies(headers().get('Cookie').join('; '))),
    query: queryOf(uri),
    queryFollowsUri: true,
    uploadedFiles: nullPrototypeCopy({}),
    parsedBody: null,
    attributes: null,
    lifetime: new RequestLifetime(),
  });
}

type Once = { readonly [Key in keyof RequestSource]: Fact<RequestSource[Key]> };

/** Each member of a source as a fact: read when it is asked for, and once. */
function readOnce(source: RequestSource): Once {
  return {
    method: computed(() => source.method),
    target: computed(() => source.target),
    protocolVersion: computed(() => source.protocolVersion),
    rawHeaders: computed(() => source.rawHeaders),
    scheme: computed(() => source.scheme),
    host: computed(() => source.host),
    remoteAddress: computed(() => source.remoteAddress),
    remotePort: computed(() => source.remotePort),
    localAddress: computed(() => source.localAddress),
    localPort: computed(() => source.localPort),
    body: computed(() => source.body),
  };
}

function requestLine(once: Once): RequestLine {
  return {
    method: once.method(),
    target: once.target(),
    scheme: once.scheme(),
    host: once.host(),
  };
}

function requestFacts(once: Once): RequestFacts {
  return {
    ...requestLine(once),
    protocolVersion: once.protocolVersion(),
    rawHeaders: once.rawHeaders(),
    remoteAddress: once.remoteAddress() ?? undefined,
    remotePort: once.remotePort() ?? undefined,
    localAddress: once.localAddress() ?? undefined,
    localPort: once.localPort() ?? undefined,
  };
}

function bodyStream(body: BodySource | null): StreamInterface {
  return body === null ? new MemoryStream('') : new SourceStream(body, body.size);
}

/** Whatever is refused in here came over the wire: the client is told. */
function fromWire<T>(find: () => T): T {
  try {
    return find();
  } catch (error) {
    if (!(error instanceof MessageError)) throw error;
    throw new MessageError(error.code, error.message, error.value, { cause: error, status: 400 });
  }
}
