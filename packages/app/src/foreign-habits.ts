import { quote } from '@mortise/base';
import { OptionError } from '@mortise/base/options';
import type { ResponseInterface } from '@mortise/http-message';
import { AppError } from './app-error.js';

/** The code that error messages suggest, for one variant. */
export interface VariantLines {
  /** Middleware that only calls the next handler: `(request, response, next) => next(request, response)`. */
  readonly middleware: string;

  /**
   * The setting that limits bodies, for a variant that parses them itself: `settings: { parsedBodyLimit }`. The
   * application, groups and routes then reject the option `body.maxBytes`, because it would have no effect.
   */
  readonly bodyLimit: string;
}

/** The suggestions for variant B. */
export const LINES: VariantLines = {
  middleware: '(request, handler) => handler.handle(request)',
  bodyLimit: 'body: { maxBytes }',
};

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

/**
 * What to write instead of methods that applications of other frameworks have. Excludes `fetch` and `request`, by which
 * libraries detect such applications.
 */
export const FOREIGN_FUNCTIONS: Readonly<Record<string, string>> = {
  listen:
    'await serve(app, { port: 3000 }), with serve from mortise; on Bun, Deno and Workers, use toFetchHandler(app) from @mortise/fetch',
  all: 'any(pattern, handler)',
  route: "get('/path', handler), or mount('/path', app) for an application",
  register: "group('/prefix', (group) => { ... }), or call the function with the application",
  onError: 'app.setDefaultErrorHandler((request, error) => response)',
  setNotFoundHandler: 'app.notFound(handler)',
  addHook: 'app.add(middleware)',
  set: 'the option of createApp',
  inject: "inProcess(app).get('/'), with inProcess from mortise/testing",
};

/** The error for one of {@link FOREIGN_FUNCTIONS}: a `TypeError`, as for any missing method. */
export function noFunction(isGroup: boolean, name: string): TypeError {
  const place = isGroup ? 'group' : 'app';
  return new TypeError(`there is no ${place}.${name}: write ${FOREIGN_FUNCTIONS[name] ?? ''}`);
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
 * Rejects calls without the response, such as `text('hi')`.
 *
 * @param name the function's name
 * @throws {AppError} `RESPONSE_INVALID`
 */
export function checkResponse(name: string, given: unknown): void {
  if (typeof (given as Partial<ResponseInterface> | null | undefined)?.withHeader === 'function')
    return;
  const message = `${name} received ${quote(given)} instead of the response: write return ${name}(response, ...)`;
  throw new AppError('RESPONSE_INVALID', message, given);
}

/**
 * The error for a status or body that was assigned to a response.
 *
 * @param member the assigned member, such as `statusCode`
 */
export function statusAssigned(
  place: string,
  member: string,
  response: ResponseInterface,
): AppError {
  const value: unknown = Reflect.get(response, member);
  const line =
    member === 'body'
      ? 'text(response, body)'
      : `response.withStatus(${typeof value === 'number' ? value : 404})`;
  return new AppError(
    'RESPONSE_INVALID',
    `${place} assigned ${quote(value)} to response.${member}, which has no effect: responses are immutable; write return ${line}`,
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
