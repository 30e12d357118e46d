/** The workloads in process: an application, written with names that every commit has, and the request to it. */
import { workloads as onTheWire } from '../http/workloads.js';

const json = (response, value) => {
  response.getBody().write(JSON.stringify(value));
  return response.withHeader('Content-Type', 'application/json; charset=utf-8');
};
const text = (response, value) => {
  response.getBody().write(value);
  return response.withHeader('Content-Type', 'text/plain; charset=utf-8');
};
const names = Array.from({ length: 100 }, (_, at) => `X-Header-${at}`);
const withHeaders = (response, count) => {
  let made = response;
  for (let at = 0; at < count; at++) made = made.withHeader(names[at], 'value');
  return made;
};
const { body: jsonText } = onTheWire.c.request;
const jsonBytes = Buffer.from(jsonText);
const jsonHeaders = [
  ...['Host', 'localhost', 'Content-Type', 'application/json'],
  ...['Content-Length', String(jsonBytes.length)],
];
const missing = { path: '/no/such/route' };

/**
 * @typedef {object} Comparison
 * @property {string} title
 * @property {(app: object, mortise: object) => void} define registers on an empty application
 * @property {object} source `method`, `path`, `rawHeaders`, `body` of the request
 * @property {number} status of the response
 */

/** @type {Record<string, Comparison>} */
export const workloads = {
  a: {
    title: 'GET / text',
    define: (app) => app.get('/', (_request, response) => text(response, 'Hello, World!')),
    source: { path: '/' },
    status: 200,
  },
  a2: {
    title: 'GET / with text()',
    define: (app, mortise) =>
      app.get('/', (_request, response) => mortise.text(response, 'Hello, World!')),
    source: { path: '/' },
    status: 200,
  },
  b: {
    title: 'GET /books/:id JSON',
    define: (app) =>
      app.get('/books/{id}', (_request, response, { id }) => json(response, { id, title: 'Book' })),
    source: { path: '/books/42' },
    status: 200,
  },
  c: {
    title: 'POST 1 KiB JSON, parsed globally, echoed with json()',
    define(app, mortise) {
      app.post('/json', (request, response) => mortise.json(response, request.getParsedBody()));
      app.addBodyParsingMiddleware();
      app.addErrorMiddleware(false, true, true);
    },
    source: { method: 'POST', path: '/json', rawHeaders: jsonHeaders, body: jsonBytes },
    status: 200,
  },
  d12: {
    title: 'text with 12 headers',
    define: (app) => app.get('/', (_request, response) => text(withHeaders(response, 12), 'Hi')),
    source: { path: '/' },
    status: 200,
  },
  d100: {
    title: 'text with 100 headers',
    define: (app) => app.get('/', (_request, response) => text(withHeaders(response, 100), 'Hi')),
    source: { path: '/' },
    status: 200,
  },
  e: {
    title: 'ten async middleware',
    define(app) {
      const route = app.get('/mw', (request, response) =>
        json(response, { sum: request.getAttribute('v9') }),
      );
      for (let index = 0; index < 10; index++) {
        const name = `v${index}`;
        route.add(async (request, handler) => handler.handle(request.withAttribute(name, index)));
      }
    },
    source: { path: '/mw' },
    status: 200,
  },
  f: { title: '404', define: routed, source: missing, status: 404 },
  f2: {
    title: '404 within global body parsing and error middleware',
    define(app) {
      routed(app);
      app.addBodyParsingMiddleware();
      app.addErrorMiddleware(false, false, false);
    },
    source: missing,
    status: 404,
  },
  f3: {
    title: '405',
    define: routed,
    source: { method: 'DELETE', path: '/books/42' },
    status: 405,
  },
  f4: {
    title: '405 within global body parsing and error middleware',
    define(app) {
      routed(app);
      app.addBodyParsingMiddleware();
      app.addErrorMiddleware(false, false, false);
    },
    source: { method: 'DELETE', path: '/books/42' },
    status: 405,
  },
  f5: {
    title: '404 with a handler set for it',
    define(app, mortise) {
      routed(app);
      app
        .addErrorMiddleware(false, false, false)
        .setErrorHandler(mortise.HttpNotFoundException, () =>
          text(mortise.factories.createResponse(404), 'nothing here'),
        );
    },
    source: missing,
    status: 404,
  },
};

function routed(app) {
  app.get('/books/{id}', (_request, response, { id }) => json(response, { id }));
  app.get('/about', (_request, response) => text(response, 'About'));
}
