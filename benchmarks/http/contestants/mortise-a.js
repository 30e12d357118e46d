/** The routes of `mortise.js` in the older style, which shows the cost of variant A over variant B. */
import { parts } from '@mortise/body-parsers/multipart';
import { createApp } from '@mortise/compat-variant-a';
import { factories, serve } from 'mortise';
import * as contract from '../contract.js';

const app = createApp({ factories });
const text = (response, body) => response.withHeader('Content-Type', contract.TEXT).write(body);
const echo = (request, response) => response.withJson(request.getParsedBody());

app.get('/', (_request, response) => text(response, contract.HELLO));
app.get('/api/library/books/{id}', (_request, response, { id }) =>
  response.withJson(contract.book(id)),
);
app.post('/json', echo);
app.post('/form', echo);
app.get('/headers', (request, response) =>
  response.withJson({
    id: request.getHeaderLine('X-Request-Id'),
    page: request.getQueryParam('page'),
    q: request.getQueryParam('q'),
  }),
);
app.get('/stream', (_request, response) =>
  response
    .withHeader('Content-Type', contract.BYTES)
    .withBody(factories.createStreamFromResource(contract.streamed())),
);
app.post('/upload', async (request, response) => {
  let fields = 0;
  let files = 0;
  let bytes = 0;
  for await (const part of parts(request, { maxFileBytes: 2 ** 30 })) {
    if (part.filename === null) fields++;
    else {
      files++;
      for await (const chunk of part) bytes += chunk.length;
    }
  }
  return response.withJson(contract.uploaded(fields, files, bytes));
});
const layered = app.get('/mw', (request, response) =>
  response.withJson(contract.sumOf((name) => request.getAttribute(name))),
);
for (const [index, name] of contract.LAYERS.entries()) {
  layered.add(async (request, response, next) =>
    next(request.withAttribute(name, index), response),
  );
}
for (const route of contract.WITH_TABLE ? contract.table : []) {
  app.get(route.path, (_request, response, args) =>
    text(response, contract.tableText(route, args)),
  );
}
app
  .getContainer()
  .set(
    'notFoundHandler',
    () => (_request, response) => text(response.withStatus(404), contract.NOT_FOUND),
  );

await serve(app, { port: contract.PORT });
