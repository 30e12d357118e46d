import { quote } from '@mortise/base';
import { AppError } from '../app-error.js';

/** No route has the name, or the value is not a route. */
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
  const message = `invalid callback for the group ${quote(pattern)}: received ${quote(value)}; expected a function (group) => { ... }`;
  return new AppError('CALLBACK_INVALID', message, value);
}

/** The callback of a group returned a promise: routes that it registers later would be missing at first. */
export function lateGroup(pattern: string): AppError {
  const message = `the callback of the group ${quote(pattern)} is async, so its routes could come after the first request: await what it needs before app.group`;
  return new AppError('CALLBACK_INVALID', message);
}

/** A URL was requested for a route of another application. @param pattern of the route */
export function foreignRoute(pattern: string): AppError {
  return new AppError(
    'ROUTE_FOREIGN',
    `the route ${quote(pattern)} belongs to another application: use a route of this one, or build the URL with the other`,
    pattern,
  );
}

/** A request has passed no application. */
export function outsideApplication(): AppError {
  return new AppError(
    'ROUTING_NOT_DONE',
    'no application is handling this request: pass the request that a layer or handler received',
  );
}

/** The result of routing was read before routing. */
export function notRouted(): AppError {
  return new AppError(
    'ROUTING_NOT_DONE',
    'the request has not been routed yet: this middleware runs outside routing; add it before addRoutingMiddleware(), or read the route after calling the handler, with routeOf(request)',
  );
}
