import { parts } from '@mortise/body-parsers/multipart';
import { bodyParsing, createApp, factories, serve } from 'mortise';
import * as contract from '../contract.js';

const app = createApp();
const parsing = bodyParsing({ factories });
const answer = (response, type, body) => {
  response.getBody().write(body);
  return response.withHeader('Content-Type', type);
};
const json = (response, value) => answer(response, contract.JSON_TYPE, JSON.stringify(value));
const echo = (request, response) => json(response, request.getParsedBody());

app.get('/', (_request, response) => answer(response, contract.TEXT, contract.HELLO));
app.get('/api/library/books/{id}', (_request, response, { id }) =>
  json(response, contract.book(id)),
);
app.post('/json', echo).add(parsing);
app.post('/form', echo).add(parsing);
app.get('/headers', (request, response) => {
  const { page, q } = request.getQueryParams();
  return json(response, { id: request.getHeaderLine('X-Request-Id'), page, q });
});
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
  return json(response, contract.uploaded(fields, files, bytes));
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
    answer(response, contract.TEXT, contract.tableText(route, args)),
  );
}
app.addErrorMiddleware(false, false, false);
app.notFound((_request, response) => answer(response, contract.TEXT, contract.NOT_FOUND));

await serve(app, { port: contract.PORT });
