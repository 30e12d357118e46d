/** The routes of contestants that pass Node's own request and response: polka, restana, 0http. */
import { createRequire } from 'node:module';
import * as contract from './contract.js';

const { send, sendJson, TEXT } = contract;
const require = createRequire(new URL('contestants/package.json', import.meta.url));
const bodyParser = require('body-parser');
const multer = require('multer');

export const notFound = (_request, response) => send(response, TEXT, contract.NOT_FOUND, 404);

/** Registers every route on an app with `get` and `post`. */
export function register(app) {
  const setters = contract.LAYERS.map((name, index) => async (request, _response, next) => {
    request[name] = index;
    return next();
  });
  const echo = (request, response) => sendJson(response, request.body);

  app.get('/', (_request, response) => send(response, TEXT, contract.HELLO));
  app.get('/api/library/books/:id', (request, response) => {
    sendJson(response, contract.book(request.params.id));
  });
  app.post('/json', bodyParser.json(), echo);
  app.post('/form', bodyParser.urlencoded({ extended: true }), echo);
  app.get('/mw', ...setters, (request, response) => {
    sendJson(
      response,
      contract.sumOf((name) => request[name]),
    );
  });
  app.get('/headers', ({ headers, query }, response) => {
    sendJson(response, { id: headers['x-request-id'], page: query.page, q: query.q });
  });
  app.get('/stream', (_request, response) => {
    response.writeHead(200, { 'content-type': contract.BYTES });
    contract.streamed().pipe(response);
  });
  app.post('/upload', multer({ storage: contract.countingStorage }).any(), (request, response) => {
    const { body, files } = request;
    sendJson(response, contract.uploaded(Object.keys(body).length, files.length, files[0].size));
  });
  for (const route of contract.WITH_TABLE ? contract.table : []) {
    app.get(route.path, (request, response) => {
      send(response, TEXT, contract.tableText(route, request.params));
    });
  }
}
