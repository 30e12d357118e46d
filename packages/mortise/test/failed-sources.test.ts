import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { eventStream } from '@mortise/sse';
import { createApp, httpError, ndjson } from '../src/index.js';
import { inProcess, overSocket, type Testable } from '../src/testing/index.js';
import { nodeImplementations } from '../../../tooling/testing/implementations.js';

type Respond = (response: ResponseInterface) => ResponseInterface;
type Send = (
  request: ServerRequestInterface,
  response: ResponseInterface,
  stream: Readable,
) => ResponseInterface;

// The `error` event of a stream without a listener ends the process; here, it fails the test.
describe.each(nodeImplementations)('a Node stream that fails unread, with %s', (_, factories) => {
  const senders: Readonly<Record<string, Send>> = {
    createStreamFromResource: (_request, response, stream) =>
      response.withBody(factories.createStreamFromResource(stream)),
    ndjson,
    eventStream,
  };
  const failure = new Error('the file cannot be read');

  /** @param layer what the layer returns once the stream has failed */
  const appOf = (send: Send, layer: Respond, handler: Respond = (response) => response) => {
    const stream = new Readable({ objectMode: true, read: () => undefined });
    const app = createApp({ factories });
    app.get('/', (request, response) => handler(send(request, response, stream)));
    app.add(async (request, inner) => {
      const response = await inner.handle(request);
      const closed = new Promise((resolve) => stream.once('close', resolve));
      stream.destroy(failure);
      await closed;
      return layer(response);
    });
    return app;
  };

  it.each(Object.entries(senders))('is the error of the response: %s', async (_name, send) => {
    const errors: unknown[] = [];
    const note = (error: unknown) => void errors.push(error);
    const served = overSocket(
      appOf(send, (response) => response),
      { onError: note },
    );
    await served.get('/').catch(() => undefined);
    await inProcess(appOf(send, (response) => response))
      .get('/')
      .catch(note);
    expect(errors).toEqual([failure, failure]);
    await served.close();
  });

  it.each(
    Object.entries(senders).flatMap(([name, send]) =>
      [overSocket, inProcess].map((clientOf) => [name, clientOf.name, send, clientOf] as const),
    ),
  )('changes no other response: %s, %s', async (_name, _client, send, clientOf) => {
    const statusOf = async (app: Testable) => {
      const client = clientOf(app);
      const response = await client.get('/');
      await client.close();
      return response.getStatusCode();
    };
    const replaced = appOf(send, () => factories.createResponse(403));
    expect(await statusOf(replaced)).toBe(403);
    const thrown = appOf(
      send,
      (response) => response,
      () => {
        throw httpError(409);
      },
    );
    expect(await statusOf(thrown)).toBe(409);
  });
});
