import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request as requestOnNode } from 'node:http';
import { handlerOf, nothingArrived, PATIENCE } from '@mortise/base/adapter';
import { ensure, object } from '@mortise/base/options';
import type { HttpFactoriesInterface, ResponseInterface } from '@mortise/http-message';
import { type ServeOptions, type ServerHandle, serve } from '@mortise/node';
import { factories as defaultFactories } from '@mortise/message/node';
import { type Testable, type TestClient, testClient, type TestMessage } from './test-client.js';

/**
 * Creates a client that serves an application on a free local port, from the first request on, and sends requests over
 * real sockets. Close the client at the end of the test.
 *
 * A request rejects if nothing arrives for 10 s; the error names the request.
 *
 * @throws {OptionError} `OPTION_INVALID` for a value that is neither an application nor a handler, such as a promise, or
 *   for options that are not an object; the options themselves are checked at the first request
 */
export function overSocket(app: Testable, options: Partial<ServeOptions> = {}): TestClient {
  handlerOf(app, 'overSocket');
  // Spread into those of `serve`, `null` and numbers would be no options.
  ensure(object.accepts(options), 'overSocket', options, 'an object with options of serve');
  const { factories = defaultFactories } = app;
  const agent = new Agent({ keepAlive: true });
  let server: Promise<ServerHandle> | null = null;
  return testClient(
    async (method, target, message) => {
      server ??= serve(app, { port: 0, ...options, factories }).then(letProcessEnd);
      return send(await server, agent, factories, method, target, message);
    },
    async () => {
      agent.destroy();
      await (await server)?.close();
    },
  );
}

/** A test that fails before it closes the client would keep the process; a request keeps it by its own socket. */
function letProcessEnd(server: ServerHandle): ServerHandle {
  server.unref?.();
  return server;
}

async function send(
  { port }: ServerHandle,
  agent: Agent,
  factories: HttpFactoriesInterface,
  method: string,
  path: string,
  { headers, body }: TestMessage,
): Promise<ResponseInterface> {
  const host = '127.0.0.1';
  const timeout = PATIENCE;
  const outgoing = requestOnNode({ agent, port, method, path, host, setHost: false, timeout });
  let incoming: IncomingMessage | null = null;
  outgoing.on('timeout', () => {
    // A response that has begun would report ECONNRESET instead.
    (incoming ?? outgoing).destroy(nothingArrived(method, path));
  });
  // The first error rejects the response; later ones are ignored.
  outgoing.on('error', () => undefined);
  for (const [name, value] of headers) outgoing.appendHeader(name, value);
  outgoing.end(body);
  [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { statusCode = 0, statusMessage = '', rawHeaders } = incoming;
  let response = factories
    .createResponse(statusCode, statusMessage)
    .withBody(factories.createStream(Buffer.concat(chunks)));
  for (let at = 0; at < rawHeaders.length; at += 2) {
    response = response.withAddedHeader(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  }
  return response;
}
