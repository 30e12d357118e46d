import type { ServerRequestInterface } from '@mortise/http-message';
import type { AppInterface, VariantTypes } from '@mortise/app';
import { type TestClient, testClient, type TestMessage } from './test-client.js';

/**
 * A client that hands requests to an application in the process, without a socket. The body of an
 * answer is read before the request's lifetime ends, so that it is in memory.
 */
export function inProcess<T extends VariantTypes>(app: AppInterface<T>): TestClient {
  const { factories } = app;
  const requestOf = (
    method: string,
    target: string,
    message: TestMessage,
  ): ServerRequestInterface =>
    message.headers.reduce(
      (request, [name, value]) => request.withAddedHeader(name, value),
      factories
        .createServerRequest(method, `http://localhost${target}`)
        .withBody(factories.createStream(message.body)),
    );
  return testClient(
    async (method, target, message) => {
      const request = requestOf(method, target, message);
      try {
        const response = await app.handle(request);
        const body = response.getBody();
        if (body.isSeekable()) body.rewind();
        return response.withBody(factories.createStream(await body.getContents()));
      } finally {
        await request.getLifetime().end();
      }
    },
    () => Promise.resolve(),
  );
}
