import { handlerOf, respondInMemory } from '@mortise/base/adapter';
import type {
  BodySource,
  HttpFactoriesInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { factories as defaultFactories } from '@mortise/message/node';
import { type Testable, type TestClient, testClient, type TestMessage } from './test-client.js';

/**
 * Creates a client that calls an application in-process, without a socket. Like an adapter, it supplies cookies, server
 * parameters and a body that is read asynchronously. The response body is read into memory; then the request's lifetime
 * ends, with the response's status and number of bytes. A request rejects if nothing arrives for 10 s; the error names it.
 *
 * @throws {OptionError} `OPTION_INVALID` for a value that is neither an application nor a handler, such as a promise
 */
export function inProcess(app: Testable): TestClient {
  handlerOf(app, 'inProcess');
  const { factories = defaultFactories } = app;
  return testClient(
    async (method, target, message) => {
      const request = requestOf(factories, method, target, message);
      const { response, content } = await respondInMemory(app, request).catch(withoutConnection);
      return response.withBody(factories.createStream(content));
    },
    () => Promise.resolve(),
  );
}

/** Explains how to test a response from `upgradeTo`; rethrows any other error. */
function withoutConnection(error: unknown): never {
  const { code } = Object(error) as { readonly code?: unknown };
  if (code !== 'UPGRADE_UNSUPPORTED') throw error;
  const text =
    'inProcess has no connection that could switch protocols: test upgrades with serve(app, { port: 0, upgrades: true }) and a client of that protocol, and refusals with overSocket(app, { upgrades: true })';
  throw Object.assign(new Error(text, { cause: error }), { code, status: 500 });
}

function requestOf(
  factories: HttpFactoriesInterface,
  method: string,
  target: string,
  { headers, body }: TestMessage,
): ServerRequestInterface {
  // Adapters pass on checked values: here, a message checks method and headers.
  let head = factories.createRequest(method, '/');
  for (const [name, value] of headers) head = head.withAddedHeader(name, value);
  return factories.createServerRequestFromSource({
    method,
    target,
    protocolVersion: '1.1',
    rawHeaders: head.getRawHeaders(),
    scheme: 'http',
    host: head.getHeaderLine('Host'),
    remoteAddress: '127.0.0.1',
    remotePort: null,
    localAddress: null,
    localPort: null,
    body: body.length === 0 ? null : bodyOf(body),
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
