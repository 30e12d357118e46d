/** The routes of the contestants on Mortise. */
import * as contract from './contract.js';

/**
 * Registers every route without a body.
 *
 * @param app
 * @param {object} answers
 * @param {(response, value: unknown) => object} answers.json
 * @param {(response, text: string) => object} answers.text
 */
export function register(app, { json, text }) {
  app.notFound((_request, response) => text(response, contract.NOT_FOUND));
  app.get('/', (_request, response) => text(response, contract.HELLO));
  app.get('/api/library/books/{id}', (_request, response, { id }) =>
    json(response, contract.book(id)),
  );
  app.get('/headers', (request, response) => {
    const { page, q } = request.getQueryParams();
    return json(response, { id: request.getHeaderLine('X-Request-Id'), page, q });
  });
  app.get('/stream', (_request, response) =>
    response
      .withHeader('Content-Type', contract.BYTES)
      .withBody(app.factories.createStreamFromResource(contract.streamed())),
  );
  const layered = app.get('/mw', (request, response) =>
    json(
      response,
      contract.sumOf((name) => request.getAttribute(name)),
    ),
  );
  for (const [index, name] of contract.LAYERS.entries()) {
    layered.add(async (request, handler) => handler.handle(request.withAttribute(name, index)));
  }
  for (const route of contract.WITH_TABLE ? contract.table : []) {
    app.get(route.path, (_request, response, args) =>
      text(response, contract.tableText(route, args)),
    );
  }
}
