import { memberOf, quote } from '@mortise/base';
import { AppError } from '../app-error.js';

/** The error for an unknown route name, or a value that is not a route. */
export function unknownRoute(name: string): AppError {
  return new AppError(
    'ROUTE_NAME_UNKNOWN',
    `no route is named ${quote(name)}: check the name, or set it with setName()`,
    name,
  );
}

/** @param expected completes "expected ..." */
export function invalidBasePath(basePath: string, expected: string): AppError {
  const message = `invalid base path ${quote(basePath)}: expected ${expected}`;
  return new AppError('BASE_PATH_INVALID', message, basePath);
}

/** @param pattern the whole prefix of the group */
export function invalidGroup(pattern: string, value: unknown): AppError {
  const way =
    typeof memberOf(value, 'handle') === 'function'
      ? `; for an application, write app.mount(${quote(pattern)}, application)`
      : '';
  const message = `invalid callback for the group ${quote(pattern)}: received ${quote(value)}; expected a function (group) => { ... }${way}`;
  return new AppError('CALLBACK_INVALID', message, value);
}

/** The error for `group((group) => { ... })`. */
export function groupWithoutPrefix(value: unknown): AppError {
  const message =
    "invalid group: received a function instead of the prefix; write group('/prefix', (group) => { ... }), or '' for no prefix";
  return new AppError('CALLBACK_INVALID', message, value);
}

/** The error for a group callback that returned a promise: routes that it registers later would be missing at first. */
export function lateGroup(pattern: string): AppError {
  const message = `the callback of the group ${quote(pattern)} is async, so its routes could be added after the first request: await what it needs before app.group`;
  return new AppError('CALLBACK_INVALID', message);
}

/**
 * The error for a call on the application, or on an outer group, while the callback of a group is running.
 *
 * @param depth the number of groups around the object that was called
 */
export function aroundGroup(pattern: string, depth: number): AppError {
  const owner = depth === 0 ? 'the application' : 'an outer group';
  const message = `the callback of the group ${quote(pattern)} called ${owner}, which does not add the prefix and the layers of this group: write (group) => { group.get(pattern, handler) }; add layers with app.group(prefix, (group) => { ... }).add(middleware)`;
  return new AppError('CALLBACK_INVALID', message);
}

/** The error for a URL of another application's route. @param pattern the route's */
export function foreignRoute(pattern: string): AppError {
  return new AppError(
    'ROUTE_FOREIGN',
    `the route ${quote(pattern)} belongs to another application: use a route of this one, or build the URL there`,
    pattern,
  );
}

/** The error for a request that no application is handling. */
export function outsideApplication(): AppError {
  return new AppError(
    'ROUTING_NOT_DONE',
    'no application is handling this request: pass the request that a layer or handler received',
  );
}

/** The error for reading the result of routing before routing. */
export function notRouted(): AppError {
  return new AppError(
    'ROUTING_NOT_DONE',
    'the request has not been routed yet: this middleware runs outside routing; add it before addRoutingMiddleware(), or read the route after calling the handler, with routeOf(request)',
  );
}
