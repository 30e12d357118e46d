import { createApp, json } from '@mortise/app';

/**
 * The application that every runtime serves, on one implementation of the messages.
 *
 * @param basePath the path that it is mounted under
 */
export function application(factories, basePath) {
  const logger = { error: () => undefined, info: () => undefined };
  const app = createApp({ factories, logger }).setBasePath(basePath);
  const answer = (content) => factories.createResponse().withBody(factories.createStream(content));
  const stream = (chunks) =>
    factories.createResponse().withBody(factories.createStreamFromResource(chunks));
  let cancelled = 0;

  app.get('/text', () => answer('hellö'));
  app.get('/bytes', () => answer(new Uint8Array([0, 255])));
  app.get('/streamed', () => stream(chunks(3)));
  app.get('/measured', () => stream(chunks(3)).withHeader('Content-Length', '6'));
  app.get('/empty', () => factories.createResponse(204));
  app.get('/cookies', () => factories.createResponse().withHeader('Set-Cookie', ['a=1', 'b=2']));
  const book = app.map(['GET', 'PUT'], '/books/{id:[0-9]+}[/{format}]', (_, response, args) =>
    json(response, args),
  );
  book.setName('book');
  app.get('/files/{path:.+}', (_request, response, args) => json(response, args));
  app.get('/link', () => {
    const parser = app.getRouteCollector().getRouteParser();
    return answer(parser.relativeUrlFor('book', { id: '7' }));
  });
  app.get('/query', (request, response) => json(response, request.getQueryParams()));
  app.get('/fails', () => {
    throw new Error('secret');
  });
  app.post('/echo', async (request) => answer(await request.getBody().getContents()));
  app.post('/piped', (request) => factories.createResponse().withBody(request.getBody()));
  app.get('/endless', (request) => {
    request.getLifetime().onEnd(() => void cancelled++);
    return stream(chunks(Infinity));
  });
  app.get('/cancelled', () => answer(String(cancelled)));
  return app;
}

/** Chunks of two bytes, with a pause between them. */
async function* chunks(count) {
  for (let at = 0; at < count; at++) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    yield new Uint8Array([97, 98]);
  }
}
