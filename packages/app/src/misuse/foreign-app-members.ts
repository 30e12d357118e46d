import { ARGUMENTS, inVariant, LINES } from './variant-lines.js';

const LISTEN =
  'await serve(app, { port: 3000 }), with serve from mortise; on Bun, Deno and Workers, use toFetchHandler(app) from @mortise/fetch';
const TEST = "inProcess(app).get('/'), with inProcess from mortise/testing";
const TRUST = "serve(app, { trustProxy: ['127.0.0.1'] }) for 'trust proxy', otherwise a variable";
const URL = "urlFor(request, 'name', args), with urlFor from mortise";
const ATTRIBUTE = "request.withAttribute('name', value) in a layer";

/**
 * What to write instead of methods that applications of other frameworks have; after a dot, a method of the same object.
 */
export const FOREIGN_FUNCTIONS: Readonly<Record<string, string>> = {
  listen: LISTEN,
  all: '.any(pattern, handler)',
  head: '.get(pattern, handler), which also handles HEAD',
  del: '.delete(pattern, handler)',
  route: ".get('/path', handler), or mount('/path', app) for an application",
  register: ".group('/prefix', (group) => { ... }), or call the function with the application",
  onError: 'app.setDefaultErrorHandler((request, error) => response)',
  setNotFoundHandler: 'app.notFound(handler)',
  addHook: 'app.add(middleware)',
  set: TRUST,
  param: ARGUMENTS,
  decorate: ATTRIBUTE,
  static: "app.add(staticFiles({ root: 'public' })), from @mortise/static/node",
  ws: '.get(pattern, handler), with webSocket from @mortise/ws/node',
  basePath: "app.setBasePath('/path')",
  inject: TEST,
  request: TEST,
  fetch: 'toFetchHandler(app), from @mortise/fetch, which has the method fetch',
  run: LISTEN,
  start: LISTEN,
  enable: TRUST,
  disable: TRUST,
  engine: 'app.add(view({ engine })), from @mortise/view',
  ready: 'await serve(app), which resolves once the server is listening',
  printRoutes: 'app.explain()',
  decorateRequest: ATTRIBUTE,
  addContentTypeParser: 'createApp({ body: { parsers: { [type]: (bytes) => value } } })',
  onRoute: 'app.onEachRoute((route) => { ... })',
  on: '.map([method], pattern, handler)',
  urlFor: URL,
  pathFor: URL,
  enableCors: 'app.add(cors({ origins })), from @mortise/cors',
  setGlobalPrefix: "app.group('/prefix', (group) => { ... })",
  resource: '.get(pattern, handler), and one call for each other route',
};

/** What to write instead of objects that applications of other frameworks have. */
export const FOREIGN_OBJECTS: Readonly<Record<string, string>> = {
  locals: `a variable of the module, or ${ATTRIBUTE}`,
  // node:http reads this option of the object that createServer receives.
  IncomingMessage:
    'createServer(toListener(app)), with toListener from mortise, or await serve(app)',
  log: "console.log('text'), or call the logger that you pass to createApp({ logger })",
};

/** What to write instead of methods that routes and groups of other frameworks have. */
export const FOREIGN_OF_ROUTES: Readonly<Record<string, string>> = {
  use: '.add(middleware)',
  middleware: '.add(middleware)',
  name: ".setName('name') on a route",
  as: ".setName('name') on a route",
  where: "the rule in the pattern: '/users/{id:[0-9]+}'",
  prefix: "the prefix in .group('/prefix', (group) => { ... })",
};

/**
 * The error for one of {@link FOREIGN_FUNCTIONS} or {@link FOREIGN_OBJECTS}: a `TypeError`, as for any missing method.
 */
export function noMember(isGroup: boolean, name: string, lines = LINES): TypeError {
  const place = isGroup ? 'group' : 'app';
  const own = FOREIGN_FUNCTIONS[name] ?? FOREIGN_OBJECTS[name] ?? '';
  const line = inVariant(own, lines).replace(/^\./, `${place}.`);
  return new TypeError(`there is no ${place}.${name}: write ${line}`);
}

/** What to write instead of options of other frameworks, and of options that were renamed. */
export const FOREIGN_OPTIONS: Readonly<Record<string, string>> = {
  prefix: 'basePath',
  log: 'logger',
  middleware: 'layers',
  bodyLimit: 'body: { maxBytes }',
  maxBytes: 'body: { maxBytes }',
  json: 'body: {}',
  debug: 'errors: { details: true }',
  displayErrorDetails: 'errors: { details: true }',
  onError: 'errors: { onError }',
  errorHandler: 'app.setDefaultErrorHandler(handler)',
  notFound: 'app.notFound(handler)',
  timeout: 'limits: { handlerTimeout }',
  port: 'serve(app, { port })',
  host: 'serve(app, { host })',
  trustProxy: 'serve(app, { trustProxy })',
  bodyParser: 'createBodyParser',
  checkLayers: 'development',
};

/** What to write instead of Slim's names in the options of error middleware. */
export const SLIM_ERROR_OPTIONS: Readonly<Record<string, string>> = {
  displayErrorDetails: 'details',
  logErrors: 'log',
  logErrorDetails: 'logDetails',
};
