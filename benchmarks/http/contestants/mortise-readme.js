/**
 * Mortise as in its README: body parsing and error middleware around all routes, and the helpers for
 * responses. `mortise.js` has the same routes by hand.
 */
import { createApp, factories, json, serve, text } from 'mortise';
import * as contract from '../contract.js';

const multipart = {
  maxBytes: 2 ** 30,
  maxFileBytes: 2 ** 30,
  storage: contract.countingWriters(factories),
};
const app = createApp({ body: { multipart } });
app.addBodyParsingMiddleware();
app.addErrorMiddleware(false, true, true);
app.notFound((_request, response) => text(response, contract.NOT_FOUND));

app.get('/', (_request, response) => text(response, contract.HELLO));
app.get('/api/library/books/{id}', (_request, response, { id }) =>
  json(response, contract.book(id)),
);
for (const path of ['/json', '/form']) {
  app.post(path, (request, response) => json(response, request.getParsedBody()));
}
app.get('/headers', (request, response) => {
  const { page, q } = request.getQueryParams();
  return json(response, { id: request.getHeaderLine('X-Request-Id'), page, q });
});
app.get('/stream', (_request, response) =>
  response
    .withHeader('Content-Type', contract.BYTES)
    .withBody(factories.createStreamFromResource(contract.streamed())),
);
app.post('/upload', (request, response) => {
  const { length } = Object.keys(request.getParsedBody());
  const files = Object.values(request.getUploadedFiles());
  const bytes = files.reduce((sum, file) => sum + file.getSize(), 0);
  return json(response, contract.uploaded(length, files.length, bytes));
});
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

export const server = await serve(app, { port: contract.PORT, http2: contract.HTTP2 });
