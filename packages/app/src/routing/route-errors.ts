import { quote } from '@mortise/base';
import { AppError } from '../app-error.js';

export function unknownRoute(name: string): AppError {
  return new AppError(
    'ROUTE_NAME_UNKNOWN',
    `no route is named ${quote(name)}: check the name, or set it with setName()`,
    name,
  );
}

export function foreignRoute(pattern: string): AppError {
  return new AppError(
    'ROUTE_FOREIGN',
    `the route ${quote(pattern)} belongs to another application: use a route of this one, or build the URL with the other`,
    pattern,
  );
}

export function outsideApplication(): AppError {
  return new AppError(
    'ROUTING_NOT_DONE',
    'no application handles this request: pass the request that a layer or a handler of an application was given',
  );
}

export function notRouted(): AppError {
  return new AppError(
    'ROUTING_NOT_DONE',
    'the request has not been routed yet: this middleware runs outside routing; add it before addRoutingMiddleware(), or read the route after calling the handler, with routeOf(request)',
  );
}
