/** Requests in process: an application, written with names that every commit has, and the request to it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { workloads as onTheWire } from '../http/workloads.js';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const json = (response, value) => {
  response.getBody().write(JSON.stringify(value));
  return response.withHeader('Content-Type', 'application/json; charset=utf-8');
};
const text = (response, value) => {
  response.getBody().write(value);
  return response.withHeader('Content-Type', 'text/plain; charset=utf-8');
};
const home = { target: '/' };
const missing = { target: '/no/such/route' };
const deletion = { method: 'DELETE', target: '/books/42' };

/** `define` registers the title's routes on an empty application, with the names of its package; `status` is the response's. */
function workload(title, source, define, status = 200) {
  return { title, source, define, status };
}

/** The workloads that two commits are compared with. */
export const workloads = {
  a: workload('GET / text', home, (app) =>
    app.get('/', (_request, response) => text(response, 'Hello, World!')),
  ),
  a2: workload('GET / with text()', home, (app, mortise) =>
    app.get('/', (_request, response) => mortise.text(response, 'Hello, World!')),
  ),
  b: workload('GET /books/:id JSON', { target: '/books/42' }, (app) =>
    app.get('/books/{id}', (_request, response, { id }) => json(response, { id, title: 'Book' })),
  ),
  c: workload(
    'POST 1 KiB JSON, parsed globally, echoed with json()',
    posted('application/json', onTheWire.c.request.body),
    (app, mortise) => {
      app.post('/', (request, response) => mortise.json(response, request.getParsedBody()));
      app.addBodyParsingMiddleware();
      app.addErrorMiddleware(false, true, true);
    },
  ),
  d12: headers(12),
  d100: headers(100),
  e: layers(10, (at) => {
    return async (request, handler) => handler.handle(request.withAttribute(`v${at}`, at));
  }),
  f: workload('404', missing, routed, 404),
  f2: workload('404 within global body parsing and error middleware', missing, layered, 404),
  f3: workload('405', deletion, routed, 405),
  f4: workload('405 within global body parsing and error middleware', deletion, layered, 405),
  f5: workload('404 with a handler set for it', missing, handled, 404),
};

/** Workloads whose cost grows with a number, and the numbers that are compared. */
export const growing = {
  routes: { sizes: [10, 100, 1_000, 10_000], of: routes },
  middleware: {
    sizes: [1, 8, 64],
    of: (count) => layers(count, () => (request, handler) => handler.handle(request)),
  },
  'response headers': { sizes: [8, 64, 512], of: headers },
  'form fields': { sizes: [8, 64, 512], of: fields },
};

/** By name, with `tree` as the path of the packages, and the `size` of what grows. */
export const tasks = Object.fromEntries([
  ...Object.entries(workloads).map(([name, one]) => [name, ({ tree }) => prepared(one, tree)]),
  ...Object.entries(growing).map(([name, { of }]) => [
    name,
    ({ tree = root, size }) => prepared(of(size), tree),
  ]),
]);

/** Requests are created as by an adapter, outside the measured time. */
async function prepared({ source, define, status }, tree) {
  const folder = join(tree, 'packages', 'mortise');
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  // Slim's names, such as those of exceptions, were in the first entry once.
  const entries = ['.', './slim'].flatMap((entry) => exports[entry]?.['module-sync'].default ?? []);
  const modules = entries.map((file) => import(pathToFileURL(join(folder, file))));
  const mortise = Object.assign({}, ...(await Promise.all(modules)));
  const app = mortise.createApp();
  define(app, mortise);
  const request = () => mortise.factories.createServerRequestFromSource(arrival(source));
  const given = (await app.handle(request())).getStatusCode();
  if (given !== status) throw new Error(`status ${given}, not ${status}`);
  return { work: (each) => app.handle(each), inputs: (length) => Array.from({ length }, request) };
}

/** A request as an adapter describes it. A parser returns a new string each time, which was never hashed. */
function arrival({ method = 'GET', target, rawHeaders = ['Host', 'h.test'], body = null }) {
  // One literal: V8 would make a hash table of an object from several, whose members take longer to read.
  return {
    method,
    target: Buffer.from(target).toString('latin1'),
    protocolVersion: '1.1',
    rawHeaders,
    scheme: 'http',
    host: 'h.test',
    remoteAddress: '192.0.2.1',
    remotePort: 50_000,
    localAddress: '192.0.2.2',
    localPort: 80,
    body: body === null ? null : arrived(body),
  };
}

function arrived(bytes) {
  return {
    size: bytes.length,
    bytes: () => Promise.resolve(bytes),
    async *[Symbol.asyncIterator]() {
      yield bytes;
    },
  };
}

function posted(type, content) {
  const body = Buffer.from(content);
  const more = ['Content-Type', type, 'Content-Length', String(body.length)];
  return { method: 'POST', target: '/', rawHeaders: ['Host', 'h.test', ...more], body };
}

function headers(count) {
  const names = Array.from({ length: count }, (_, at) => `X-Header-${at}`);
  return workload(`text with ${count} headers`, home, (app) =>
    app.get('/', (_request, response) =>
      text(
        names.reduce((made, name) => made.withHeader(name, 'value'), response),
        'Hi',
      ),
    ),
  );
}

/** @param {(at: number) => Function} layerOf the layer at a place */
function layers(count, layerOf) {
  return workload(`${count} middleware`, home, (app) => {
    const route = app.get('/', (request, response) =>
      json(response, { last: request.getAttribute(`v${count - 1}`) }),
    );
    for (let at = 0; at < count; at++) route.add(layerOf(at));
  });
}

function routes(count) {
  return workload(`${count} routes`, { target: `/things/t${count - 1}/7` }, (app) => {
    for (let at = 0; at < count; at++) app.get(`/things/t${at}/{id}`, (_, response) => response);
  });
}

function fields(count) {
  const form = Array.from({ length: count }, (_, at) => `name${at}=value`).join('&');
  const source = posted('application/x-www-form-urlencoded', form);
  return workload(`${count} fields`, source, (app) => {
    app.post('/', (_request, response) => response);
    app.addBodyParsingMiddleware();
  });
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
