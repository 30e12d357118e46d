import { quote } from '@mortise/base';
import type { ResponseInterface } from '@mortise/http-message';
import { AppError } from './app-error.js';

/** The error for `app.use`, which other frameworks have. */
export function noUse(): AppError {
  return new AppError(
    'MIDDLEWARE_INVALID',
    'there is no app.use: write app.add((request, handler) => handler.handle(request)); for Express middleware, app.add(fromConnect(middleware)); for an application or a router under a path, app.mount(path, handler)',
  );
}

/** The error for `app.listen`, which other frameworks have. A `TypeError`, as for any function that does not exist. */
export function noListen(): TypeError {
  return new TypeError(
    'there is no app.listen: write await serve(app, { port: 3000 }), with serve from mortise; on Bun, Deno and Workers, use toFetchHandler(app) from @mortise/fetch',
  );
}

/** The error for middleware of Express or Slim 3: it would call its third argument, which is `undefined`, at each request. */
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

/** The error for a variant whose `prepare` returned something else. */
export function notPrepared(value: unknown): AppError {
  return new AppError(
    'CALLBACK_INVALID',
    `prepare() of the variant returned ${quote(value)}; expected the request`,
    value,
  );
}

/** The error for `add` on what the callback of a group gets. */
export function noAddInGroup(): AppError {
  return new AppError(
    'MIDDLEWARE_INVALID',
    'there is no group.add: write app.group(prefix, (group) => { ... }).add(middleware), or app.group(prefix, register, { layers: [middleware] })',
  );
}

/** @param member of the response, such as `statusCode` */
export function statusAssigned(
  place: string,
  member: string,
  response: ResponseInterface,
): AppError {
  const value: unknown = Reflect.get(response, member);
  return new AppError(
    'RESPONSE_INVALID',
    `${place} assigned ${quote(value)} to response.${member}, which has no effect: responses are immutable; write return response.withStatus(${typeof value === 'number' ? value : 404})`,
    value,
  );
}

/** What to write instead of options that other frameworks have, and those that had another name. */
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
