import { eventStream } from '@mortise/sse';
import { webSocket } from '@mortise/ws/node';
import type { HttpFactoriesInterface } from '@mortise/http-message';
import { trace } from '@opentelemetry/api';
import { type AppInterface, createApp, httpError, text } from 'mortise';
import { openTelemetry, type OpenTelemetryOptions } from '../src/index.js';

/** A span inside a request. */
function inner(name: string): void {
  trace.getTracer('inner').startSpan(name).end();
}

const nextTurn = () => new Promise(setImmediate);
const quiet = { error: () => undefined, info: () => undefined };

/**
 * An application with every kind of end that a request can have.
 *
 * @param waiting receives the path of each request that waits for its client to disconnect
 */
export function tracedApp(
  factories: HttpFactoriesInterface,
  options: OpenTelemetryOptions,
  waiting: string[],
): AppInterface {
  const app = createApp({ factories, logger: quiet });
  const streamed = (parts: AsyncIterable<string>) => factories.createStreamFromResource(parts);

  app.get('/books/{id}', (_request, response, { id }) => {
    inner('query');
    return text(response, `book ${id}`);
  });
  app.get('/later/{id}', async (_request, response) => {
    await nextTurn();
    inner('query later');
    return text(response, 'later');
  });
  app.post('/books', async (request, response) => text(response, await request.getBody().text()));
  app.get('/fail', () => {
    throw new RangeError('shelf 9');
  });
  app.get('/unclean', (request) => {
    request.getLifetime().onEnd(async () => {
      inner('cleanup');
      await new Promise((resolve) => setTimeout(resolve, 20));
    });
    throw new RangeError('shelf 9');
  });
  app.get('/busy', () => Promise.reject(httpError(503, 'busy')));
  app.get('/refused', () => {
    throw httpError(403, 'not you');
  });
  app.get('/stream', (_request, response) => {
    async function* parts() {
      yield 'a';
      await nextTurn();
      inner('in the stream');
      yield 'b';
    }
    return response.withBody(streamed(parts()));
  });
  app.get('/broken', (_request, response) => {
    async function* parts() {
      yield 'a';
      await nextTurn();
      throw new RangeError('out of paper');
    }
    return response.withBody(streamed(parts()));
  });
  app.get('/events', (request, response) => {
    async function* events() {
      await nextTurn();
      inner('event');
      yield { data: 'one' };
    }
    return eventStream(request, response, events());
  });
  app.get('/slow/{id}', (request, response) => {
    waiting.push(request.getUri().getPath());
    return new Promise((resolve) => {
      request.getLifetime().onEnd(() => {
        resolve(response);
      });
    });
  });
  app.get('/socket', (request, response) =>
    webSocket(request, response, {
      onMessage: (socket, message) => {
        inner('message');
        socket.send(message);
      },
    }),
  );

  const admin = createApp({ factories, logger: quiet });
  admin.get('/users/{name}', (_request, response) => {
    inner('user');
    return text(response, 'user');
  });
  admin.add(openTelemetry(options));
  app.mount('/admin', admin);

  app.add(openTelemetry(options));
  // Tries again, outside the layer that traces.
  app.add(async (request, handler) => {
    const response = await handler.handle(request);
    return response.getStatusCode() === 503 ? handler.handle(request) : response;
  });
  return app;
}
