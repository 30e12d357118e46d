import { ignoreRejection } from '@mortise/base';
import { respondInMemory } from '@mortise/base/adapter';
import { options as declare, or } from '@mortise/base/options';
import type {
  BodySource,
  HttpFactoriesInterface,
  RequestHandlerInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { commonHeaders, mergeHeaders } from '../merge-headers.js';
import type { Transport, TransportRequest } from '../transport.js';

/** What a test transport calls: an application, or any handler with its factories. */
export interface TestableHandler extends RequestHandlerInterface {
  readonly factories: HttpFactoriesInterface;
}

/** Options of {@link testTransport}. */
export interface TestTransportOptions {
  /** Headers of every request, which a call can override; a function is called for each request. Default: none. */
  readonly headers?:
    | Readonly<Record<string, string>>
    | (() => Readonly<Record<string, string>>)
    | undefined;
}

const declared = declare<TestTransportOptions>()('testTransport', {
  headers: or(commonHeaders, {}),
});

/**
 * Passes a client's calls to an application in the same process, like an adapter without a socket. A request's lifetime
 * ends when its response has been read, or when its signal aborts. A call rejects if nothing arrives for 10 s.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function testTransport(handler: TestableHandler, options?: TestTransportOptions): Transport {
  const { headers } = declared(options);
  return async (sent) => {
    const request = await requestOf(handler.factories, {
      ...sent,
      headers: mergeHeaders(headers, sent.headers),
    });
    const lifetime = request.getLifetime();
    const { signal } = sent;
    signal?.throwIfAborted();
    let abort = (): void => undefined;
    // Lets an aborted call reject even if the handler never responds.
    const aborted = new Promise<never>((_, reject) => {
      abort = () => {
        reject(signal?.reason as Error);
        ignoreRejection(lifetime.abort(signal?.reason));
      };
    });
    signal?.addEventListener('abort', abort, { once: true });
    try {
      const { response, content } = await Promise.race([
        respondInMemory(handler, request),
        aborted,
      ]);
      signal?.throwIfAborted();
      return {
        status: response.getStatusCode(),
        header: (name) => (response.hasHeader(name) ? response.getHeaderLine(name) : null),
        bytes: () => Promise.resolve(content),
      };
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  };
}

async function requestOf(
  factories: HttpFactoriesInterface,
  { method, url, headers, body }: TransportRequest,
): Promise<ServerRequestInterface> {
  // The platform encodes forms and chooses their boundary.
  const { href, host, pathname, search } = new URL(url, 'http://localhost');
  const outgoing = new Request(href, { method: 'POST', headers, body });
  const bytes = body === null ? null : new Uint8Array(await outgoing.arrayBuffer());
  const rawHeaders = ['host', host];
  for (const [name, value] of Object.entries(headers)) rawHeaders.push(name, value);
  if (bytes !== null) {
    rawHeaders.push('content-length', String(bytes.length));
    const type = outgoing.headers.get('Content-Type');
    const given = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
    if (type !== null && !given) rawHeaders.push('content-type', type);
  }
  return factories.createServerRequestFromSource({
    method,
    target: pathname + search,
    protocolVersion: '1.1',
    rawHeaders,
    scheme: 'http',
    host,
    remoteAddress: '127.0.0.1',
    remotePort: null,
    localAddress: null,
    localPort: null,
    body: bytes === null ? null : bodyOf(bytes),
  });
}

function bodyOf(bytes: Uint8Array): BodySource {
  return {
    size: bytes.length,
    bytes: () => Promise.resolve(bytes),
    async *[Symbol.asyncIterator]() {
      yield await Promise.resolve(bytes);
    },
  };
}
