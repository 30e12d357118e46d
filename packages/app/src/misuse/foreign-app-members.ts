import { ARGUMENTS, inVariant, LINES, rows, type VariantLines } from './variant-lines.js';
import { noUse } from './wrong-calls.js';

const LISTEN =
  'await serve(app, { port: 3000 }), with serve from mortise; on Bun, Deno and Workers, use toFetchHandler(app) from @mortise/fetch';
const TEST = "inProcess(app).get('/'), with inProcess from mortise/testing";
const TRUST = "serve(app, { trustProxy: ['127.0.0.1'] }) for 'trust proxy', otherwise a variable";
const URL = "urlFor(request, 'name', args), with urlFor from mortise";
/** What sets an error handler. */
export const ON_ERROR = 'app.setDefaultErrorHandler((request, error) => response)';
const ATTRIBUTE = "request.withAttribute('name', value) in a layer";

/** What to write instead of methods that applications of other frameworks have; after a dot, a method of the same object. */
const FUNCTIONS = rows({
  'listen run start': LISTEN,
  getResponseFactory: 'app.factories, as in app.factories.createResponse()',
  all: '.any(pattern, handler)',
  head: '.get(pattern, handler), which also handles HEAD',
  del: '.delete(pattern, handler)',
  route: ".get('/path', handler), or mount('/path', app) for an application",
  register: ".group('/prefix', (group) => { ... }), or call the function with the application",
  onError: ON_ERROR,
  setNotFoundHandler: 'app.notFound(handler)',
  addHook: 'app.add(middleware)',
  'set enable disable': TRUST,
  param: ARGUMENTS,
  'decorate decorateRequest': ATTRIBUTE,
  static: "app.add(staticFiles({ root: 'public' })), from @mortise/static/node",
  ws: '.get(pattern, handler), with webSocket from @mortise/ws/node',
  basePath: "app.setBasePath('/path')",
  'inject request': TEST,
  fetch: 'toFetchHandler(app), from @mortise/fetch, which has the method fetch',
  engine: 'app.add(view({ engine })), from @mortise/view',
  ready: 'await serve(app), which resolves once the server is listening',
  printRoutes: 'app.explain()',
  addContentTypeParser: 'createApp({ body: { parsers: { [type]: (bytes) => value } } })',
  onRoute: 'app.onEachRoute((route) => { ... })',
  on: '.map([method], pattern, handler)',
  'urlFor pathFor': URL,
  enableCors: 'app.add(cors({ origins })), from @mortise/cors',
  setGlobalPrefix: "app.group('/prefix', (group) => { ... })",
  resource: '.get(pattern, handler), and one call for each other route',
});

/** What to write instead of objects that applications of other frameworks have. */
const OBJECTS = rows({
  locals: `a variable of the module, or ${ATTRIBUTE}`,
  // node:http reads this option of the object that createServer receives.
  IncomingMessage:
    'createServer(toListener(app)), with toListener from mortise, or await serve(app)',
  log: "console.log('text'), or call the logger that you pass to createApp({ logger })",
});

/** What to write instead of methods that routes and groups of other frameworks have. */
const OF_ROUTES = rows({
  'use middleware': '.add(middleware)',
  'name as': ".setName('name') on a route",
  where: "the rule in the pattern: '/users/{id:[0-9]+}'",
  prefix: "the prefix in .group('/prefix', (group) => { ... })",
});

/** Whether an object is a group rather than the application, and the suggestions of its variant. */
type Place = readonly [isGroup: boolean, lines: VariantLines | undefined];

/** Gives registrars the members of other frameworks: they throw an error that says what to write, for callers without types. */
export function refuseOnRegistrars<S>(prototype: S, placeOf: (self: S) => Place): void {
  const refuse = (name: string, line: string) =>
    function (this: S): never {
      const [isGroup, lines = LINES] = placeOf(this);
      const place = isGroup ? 'group' : 'app';
      const own = inVariant(line, lines).replace(/^\./, `${place}.`);
      // As for any missing method.
      throw new TypeError(`there is no ${place}.${name}: write ${own}`);
    };
  for (const [name, line] of FUNCTIONS)
    Object.defineProperty(prototype, name, { value: refuse(name, line) });
  for (const [name, line] of OBJECTS)
    Object.defineProperty(prototype, name, { get: refuse(name, line), set: refuse(name, line) });
  const use = function (this: S): never {
    throw noUse(...placeOf(this));
  };
  Object.defineProperty(prototype, 'use', { value: use });
}

/** The same for routes and groups. @param placeOf returns what is added to the name: `' of group /api'` */
export function refuseOnRoutes<S>(prototype: S, placeOf: (self: S) => string): void {
  for (const [name, line] of OF_ROUTES) {
    const value = function (this: S): never {
      throw new TypeError(`there is no .${name}${placeOf(this)}: write ${line}`);
    };
    Object.defineProperty(prototype, name, { value });
  }
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
