import { memberOf, quote } from '@mortise/base';
import { OptionError } from '@mortise/base/options';
import { AppError, type AppErrorCode } from '../app-error.js';
import { LINES, type VariantLines } from './variant-lines.js';

// One mistake each: the error for a call that would otherwise be ignored, or fail later.

const errorOf = (code: AppErrorCode) => (text: string, value?: unknown) =>
  new AppError(code, text, value);
const callbackError = errorOf('CALLBACK_INVALID');
const middlewareError = errorOf('MIDDLEWARE_INVALID');
const routingError = errorOf('ROUTING_NOT_DONE');

/** `app.use` and `group.use`, which other frameworks have. */
export function noUse(isGroup: boolean, { middleware } = LINES): AppError {
  const [place, call] = isGroup
    ? ['group', 'app.group(prefix, (group) => { ... }).add']
    : ['app', 'app.add'];
  return middlewareError(
    `there is no ${place}.use: write ${call}(${middleware}); for Express middleware, ${call}(fromConnect(middleware)); for an application or a router under a path, ${place}.mount(path, handler)`,
  );
}

/** `add` on the argument of a group's callback. */
export const noAddInGroup = () =>
  middlewareError(
    'there is no group.add: write app.group(prefix, (group) => { ... }).add(middleware), or app.group(prefix, register, { layers: [middleware] })',
  );

/** Middleware of Express or Slim 3: it would call its third argument, which is `undefined`, on each request. */
export function connectMiddleware(value: (...args: never) => unknown): AppError {
  const way =
    value.length === 4
      ? 'an error handler, write app.setDefaultErrorHandler((request, error) => response)'
      : 'Express middleware, write app.add(fromConnect(middleware))';
  return middlewareError(
    `invalid middleware: received a function with ${value.length} parameters; expected (request, handler) => handler.handle(request); for ${way}`,
    value,
  );
}

/** `add(a, b)`, or `add('/path', middleware)`. */
export function severalMiddleware(given: readonly unknown[]): AppError {
  const [first] = given;
  const way =
    typeof first === 'string' && first.startsWith('/')
      ? `for a path, write app.add(underPath(${quote(first)}, middleware))`
      : 'call add for each, or pass a list as the layers option, outermost first';
  return middlewareError(`add takes one middleware: received ${given.length}; ${way}`, given);
}

/** `handler.handle()` or `handler.handle(context)`. */
export const notRequest = (value: unknown) =>
  middlewareError(
    `handler.handle received ${quote(value)} instead of the request: write handler.handle(request)`,
    value,
  );

/** A member that middleware assigned to a request. Its hint says what to write. */
export const requestAssigned = (place: string, member: string) =>
  middlewareError(`${place} assigned request.${member}, which is lost when the request is copied`);

/** An unknown route name, or a value that is not a route. */
export const unknownRoute = (name: string) =>
  errorOf('ROUTE_NAME_UNKNOWN')(
    `no route is named ${quote(name)}: check the name, or set it with setName()`,
    name,
  );

/** A URL of another application's route. @param pattern the route's */
export const foreignRoute = (pattern: string) =>
  errorOf('ROUTE_FOREIGN')(
    `the route ${quote(pattern)} belongs to another application: use a route of this one, or build the URL there`,
    pattern,
  );

/** @param expected completes "expected ..." */
export const invalidBasePath = (basePath: string, expected: string) =>
  errorOf('BASE_PATH_INVALID')(
    `invalid base path ${quote(basePath)}: expected ${expected}`,
    basePath,
  );

/** @param pattern the whole prefix of the group */
export function invalidGroup(pattern: string, value: unknown): AppError {
  const way =
    typeof memberOf(value, 'handle') === 'function'
      ? `; for an application, write app.mount(${quote(pattern)}, application)`
      : '';
  return callbackError(
    `invalid callback for the group ${quote(pattern)}: received ${quote(value)}; expected a function (group) => { ... }${way}`,
    value,
  );
}

/** `group((group) => { ... })`. */
export const groupWithoutPrefix = (value: unknown) =>
  callbackError(
    "invalid group: received a function instead of the prefix; write group('/prefix', (group) => { ... }), or '' for no prefix",
    value,
  );

/** A group callback that returned a promise: routes that it registers later would be missing at first. */
export const lateGroup = (pattern: string) =>
  callbackError(
    `the callback of the group ${quote(pattern)} is async, so its routes could be added after the first request: await what it needs before app.group`,
  );

/**
 * A call on the application, or on an outer group, while the callback of a group is running.
 *
 * @param depth the number of groups around the object that was called
 */
export const aroundGroup = (pattern: string, depth: number) =>
  callbackError(
    `the callback of the group ${quote(pattern)} called ${depth === 0 ? 'the application' : 'an outer group'}, which does not add the prefix and the layers of this group: write (group) => { group.get(pattern, handler) }; add layers with app.group(prefix, (group) => { ... }).add(middleware)`,
  );

/** A request that no application is handling. */
export const outsideApplication = () =>
  routingError(
    'no application is handling this request: pass the request that a layer or handler received',
  );

/** The result of routing is read before routing. */
export const notRouted = () =>
  routingError(
    'the request has not been routed yet: this middleware runs outside routing; add it before addRoutingMiddleware(), or read the route after calling the handler, with routeOf(request)',
  );

/** A variant whose `prepare` did not return a request. */
export const notPrepared = (value: unknown) =>
  callbackError(`prepare() of the variant returned ${quote(value)}; expected the request`, value);

/** Rejects options of `body` that have no effect, because the variant parses bodies itself. */
export function checkBodyOptions(
  path: string,
  { maxBytes, decoders }: { readonly maxBytes?: unknown; readonly decoders?: unknown },
  { bodyLimit }: VariantLines,
): void {
  if (maxBytes !== undefined)
    throw new OptionError(`${path}.maxBytes`, maxBytes, `${bodyLimit}, which limits all bodies`);
  const expected = 'none: the variant parses bodies itself, and refuses content codings with 415';
  if (decoders !== undefined) throw new OptionError(`${path}.decoders`, decoders, expected);
}
