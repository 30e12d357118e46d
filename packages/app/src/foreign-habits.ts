import { quote } from '@mortise/base';
import { OptionError } from '@mortise/base/options';
import type { ResponseInterface } from '@mortise/http-message';
import { AppError } from './app-error.js';

/** The hint about route arguments in a handler; layers read them in another way. */
export const ARGUMENTS = 'the third parameter of the handler: (request, response, { id })';

/** The code that error messages suggest, for one variant. */
export interface VariantLines {
  /** Middleware that only calls the next handler: `(request, response, next) => next(request, response)`. */
  readonly middleware: string;

  /**
   * The setting that limits bodies, for a variant that parses them itself: `settings: { parsedBodyLimit }`. The
   * application, groups and routes then reject the option `body.maxBytes`, because it would have no effect.
   */
  readonly bodyLimit: string;

  /**
   * What to write in this variant instead of code that suggestions for variant B contain:
   * `{ 'json(response, data)': 'response.withJson(data)' }`. Default: nothing differs.
   */
  readonly instead?: Readonly<Record<string, string>>;
}

/** The suggestions for variant B. */
export const LINES: VariantLines = {
  middleware: '(request, handler) => handler.handle(request)',
  bodyLimit: 'body: { maxBytes }',
};

/** Returns a suggestion for variant B as it is written in another variant. */
export function inVariant(
  line: string,
  { instead = {} }: { readonly instead?: VariantLines['instead'] | undefined },
): string {
  return Object.entries(instead).reduce((now, [from, to]) => now.replaceAll(from, to), line);
}

/** The error for `app.use` and `group.use`, which other frameworks have. */
export function noUse(isGroup: boolean, { middleware } = LINES): AppError {
  const [place, call] = isGroup
    ? ['group', 'app.group(prefix, (group) => { ... }).add']
    : ['app', 'app.add'];
  return new AppError(
    'MIDDLEWARE_INVALID',
    `there is no ${place}.use: write ${call}(${middleware}); for Express middleware, ${call}(fromConnect(middleware)); for an application or a router under a path, ${place}.mount(path, handler)`,
  );
}

const LISTEN =
  'await serve(app, { port: 3000 }), with serve from mortise; on Bun, Deno and Workers, use toFetchHandler(app) from @mortise/fetch';
const TRUST = "serve(app, { trustProxy: ['127.0.0.1'] }) for 'trust proxy', otherwise a variable";
const ATTRIBUTE = "request.withAttribute('name', value) in a layer";

/**
 * What to write instead of methods that applications of other frameworks have; after a dot, a method of the same object.
 * Excludes `fetch` and `request`, by which libraries detect such applications.
 */
export const FOREIGN_FUNCTIONS: Readonly<Record<string, string>> = {
  listen: LISTEN,
  all: '.any(pattern, handler)',
  head: '.get(pattern, handler), which answers HEAD too',
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
  inject: "inProcess(app).get('/'), with inProcess from mortise/testing",
  run: LISTEN,
  enable: TRUST,
  disable: TRUST,
  engine: 'app.add(view({ engine })), from @mortise/view',
  ready: 'await serve(app), which resolves once the server is listening',
  printRoutes: 'app.explain()',
  decorateRequest: ATTRIBUTE,
  addContentTypeParser: 'createApp({ body: { parsers: { [type]: (bytes) => value } } })',
  on: '.map([method], pattern, handler)',
  urlFor: "urlFor(request, 'name', args), with urlFor from mortise",
  pathFor: "urlFor(request, 'name', args), with urlFor from mortise",
  enableCors: 'app.add(cors({ origins })), from @mortise/cors',
  setGlobalPrefix: "app.group('/prefix', (group) => { ... })",
  resource: '.get(pattern, handler), and one call for each other route',
};

/** What to write instead of objects that applications of other frameworks have. */
export const FOREIGN_OBJECTS: Readonly<Record<string, string>> = {
  locals: `a variable of the module, or ${ATTRIBUTE}`,
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

/** The error for the option `body.maxBytes` if the variant parses bodies itself. */
export function noMaxBytes(path: string, value: unknown, { bodyLimit }: VariantLines): OptionError {
  return new OptionError(`${path}.maxBytes`, value, `${bodyLimit}, which limits all bodies`);
}

/**
 * The error for middleware of Express or Slim 3: it would call its third argument, which is `undefined`, on each
 * request.
 */
export function connectMiddleware(value: (...args: never) => unknown): AppError {
  return new AppError(
    'MIDDLEWARE_INVALID',
    `invalid middleware: received a function with ${value.length} parameters; expected (request, handler) => handler.handle(request); for Express middleware, write app.add(fromConnect(middleware))`,
    value,
  );
}

/** The error for `handler.handle()` or `handler.handle(context)`. */
export function notRequest(value: unknown): AppError {
  return new AppError(
    'MIDDLEWARE_INVALID',
    `handler.handle received ${quote(value)} instead of the request: write handler.handle(request)`,
    value,
  );
}

/** The error for a variant whose `prepare` did not return a request. */
export function notPrepared(value: unknown): AppError {
  return new AppError(
    'CALLBACK_INVALID',
    `prepare() of the variant returned ${quote(value)}; expected the request`,
    value,
  );
}

/** The error for `add` on the argument of a group's callback. */
export function noAddInGroup(): AppError {
  return new AppError(
    'MIDDLEWARE_INVALID',
    'there is no group.add: write app.group(prefix, (group) => { ... }).add(middleware), or app.group(prefix, register, { layers: [middleware] })',
  );
}

/**
 * Rejects calls without the response, such as `text('hi')`, and with a status that is not a number, such as
 * `json(response, data, { status: 201 })`.
 *
 * @param name the function's name
 * @throws {AppError} `RESPONSE_INVALID`
 */
export function checkResponse(name: string, given: unknown, status: unknown = 0): void {
  const isResponse =
    typeof (given as Partial<ResponseInterface> | null | undefined)?.withStatus === 'function';
  if (isResponse && typeof status === 'number') return;
  const value = isResponse ? status : given;
  const first = given instanceof Error ? 'app.factories.createResponse(500)' : 'response';
  const line =
    typeof given === 'function'
      ? 'respond(200, ...) in an endpoint'
      : `${name}(${first}, ...${isResponse ? ', 201' : ''})`;
  const message = `${name} received ${quote(value)} instead of the ${isResponse ? 'status' : 'response'}: write return ${line}`;
  throw new AppError('RESPONSE_INVALID', message, value);
}

/** The error for a member that middleware assigned to a request. Its hint says what to write. */
export function requestAssigned(place: string, member: string): AppError {
  const message = `${place} assigned request.${member}, which is lost when the request is copied`;
  return new AppError('MIDDLEWARE_INVALID', message);
}

/** The error for a status or body that was assigned to a response. @param write writes a line for its handler */
export function statusAssigned(
  place: string,
  member: string,
  value: unknown,
  write: (line: string) => string,
): AppError {
  const line =
    member === 'body'
      ? "text(response, 'text')"
      : `response.withStatus(${typeof value === 'number' ? value : 404})`;
  return new AppError(
    'RESPONSE_INVALID',
    `${place} assigned ${quote(value)} to response.${member}, which has no effect: responses are immutable; ${write(`write return ${line}`)}`,
    value,
  );
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
