/** Requests in process whose cost grows with a number: an application of each size, and the request to it. */
import { createApp, factories } from 'mortise';

const json = (response, value) => {
  response.getBody().write(JSON.stringify(value));
  return response.withHeader('Content-Type', 'application/json; charset=utf-8');
};

/** `source` is the request to the application that `define` makes of an empty one. */
function workload(source, define) {
  return { source, define };
}

/** The numbers that are compared, and the workload of each. */
export const growing = {
  routes: { sizes: [10, 100, 1_000, 10_000], of: routes },
  middleware: { sizes: [1, 8, 64], of: layers },
  'response headers': { sizes: [8, 64, 512], of: headers },
  'form fields': { sizes: [8, 64, 512], of: fields },
};

/** By name, with the size as argument. */
export const tasks = Object.fromEntries(
  Object.entries(growing).map(([name, { of }]) => [name, (size) => prepared(of(size))]),
);

/** Requests are created as by an adapter, outside the measured time. */
async function prepared({ source, define }) {
  const app = createApp();
  define(app);
  const request = () => factories.createServerRequestFromSource(arrival(source));
  const status = (await app.handle(request())).getStatusCode();
  if (status !== 200) throw new Error(`status ${status}`);
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
  return workload({ target: '/' }, (app) =>
    app.get('/', (_request, response) => {
      response.getBody().write('Hi');
      const given = response.withHeader('Content-Type', 'text/plain; charset=utf-8');
      return names.reduce((made, name) => made.withHeader(name, 'value'), given);
    }),
  );
}

function layers(count) {
  return workload({ target: '/' }, (app) => {
    const route = app.get('/', (_request, response) => json(response, {}));
    for (let at = 0; at < count; at++) route.add((request, handler) => handler.handle(request));
  });
}

function routes(count) {
  return workload({ target: `/things/t${count - 1}/7` }, (app) => {
    for (let at = 0; at < count; at++) app.get(`/things/t${at}/{id}`, (_, response) => response);
  });
}

function fields(count) {
  const form = Array.from({ length: count }, (_, at) => `name${at}=value`).join('&');
  return workload(posted('application/x-www-form-urlencoded', form), (app) => {
    app.post('/', (_request, response) => response);
    app.addBodyParsingMiddleware();
  });
}
