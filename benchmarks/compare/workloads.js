/** The workloads in process: an application, written with names that every commit has, and the request to it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { workloads as onTheWire } from '../http/workloads.js';
import { arrival } from '../lib/received.js';

const json = (response, value) => {
  response.getBody().write(JSON.stringify(value));
  return response.withHeader('Content-Type', 'application/json; charset=utf-8');
};
const text = (response, value) => {
  response.getBody().write(value);
  return response.withHeader('Content-Type', 'text/plain; charset=utf-8');
};
const names = Array.from({ length: 100 }, (_, at) => `X-Header-${at}`);
const withHeaders = (count) => (app) =>
  app.get('/', (_request, response) => {
    const add = (made, name) => made.withHeader(name, 'value');
    return text(names.slice(0, count).reduce(add, response), 'Hi');
  });
const body = Buffer.from(onTheWire.c.request.body);
const type = ['Content-Type', 'application/json', 'Content-Length', String(body.length)];
const root = { target: '/' };
const missing = { target: '/no/such/route' };
const deletion = { method: 'DELETE', target: '/books/42' };
const posted = {
  method: 'POST',
  target: '/json',
  rawHeaders: ['Host', 'localhost', ...type],
  body,
};

/** `define` registers the title's routes on an empty application, with the names of its package; `status` is the response's. */
function workload(title, source, define, status = 200) {
  return { title, source, define, status };
}

export const workloads = {
  a: workload('GET / text', root, (app) =>
    app.get('/', (_request, response) => text(response, 'Hello, World!')),
  ),
  a2: workload('GET / with text()', root, (app, mortise) =>
    app.get('/', (_request, response) => mortise.text(response, 'Hello, World!')),
  ),
  b: workload('GET /books/:id JSON', { target: '/books/42' }, (app) =>
    app.get('/books/{id}', (_request, response, { id }) => json(response, { id, title: 'Book' })),
  ),
  c: workload('POST 1 KiB JSON, parsed globally, echoed with json()', posted, (app, mortise) => {
    app.post('/json', (request, response) => mortise.json(response, request.getParsedBody()));
    app.addBodyParsingMiddleware();
    app.addErrorMiddleware(false, true, true);
  }),
  d12: workload('text with 12 headers', root, withHeaders(12)),
  d100: workload('text with 100 headers', root, withHeaders(100)),
  e: workload('ten async middleware', { target: '/mw' }, (app) => {
    const route = app.get('/mw', (request, response) =>
      json(response, { sum: request.getAttribute('v9') }),
    );
    for (let index = 0; index < 10; index++) {
      const name = `v${index}`;
      route.add(async (request, handler) => handler.handle(request.withAttribute(name, index)));
    }
  }),
  f: workload('404', missing, routed, 404),
  f2: workload('404 within global body parsing and error middleware', missing, layered, 404),
  f3: workload('405', deletion, routed, 405),
  f4: workload('405 within global body parsing and error middleware', deletion, layered, 405),
  f5: workload('404 with a handler set for it', missing, handled, 404),
};

/** By workload, on the packages of the tree whose path is the argument. */
export const tasks = Object.fromEntries(
  Object.entries(workloads).map(([name, workload]) => [name, (tree) => prepared(workload, tree)]),
);

/** Requests are created as by an adapter, outside the measured time. */
async function prepared({ source, define, status }, tree) {
  const folder = join(tree, 'packages', 'mortise');
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const mortise = await import(pathToFileURL(join(folder, exports['.']['module-sync'].default)));
  const app = mortise.createApp();
  define(app, mortise);
  // A parser returns a new string each time, which was never hashed.
  const fresh = () => arrival({ ...source, target: Buffer.from(source.target).toString('latin1') });
  const request = () => mortise.factories.createServerRequestFromSource(fresh());
  const given = (await app.handle(request())).getStatusCode();
  if (given !== status) throw new Error(`status ${given}, not ${status}`);
  return { work: (each) => app.handle(each), inputs: (length) => Array.from({ length }, request) };
}

function routed(app) {
  app.get('/books/{id}', (_request, response, { id }) => json(response, { id }));
  app.get('/about', (_request, response) => text(response, 'About'));
}

function layered(app) {
  routed(app);
  app.addBodyParsingMiddleware();
  app.addErrorMiddleware(false, false, false);
}

function handled(app, { HttpNotFoundException, factories }) {
  routed(app);
  const handler = () => text(factories.createResponse(404), 'nothing here');
  app.addErrorMiddleware(false, false, false).setErrorHandler(HttpNotFoundException, handler);
}
