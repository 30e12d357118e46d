import type {
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { RouteArguments } from './route-arguments.js';

/** A route's callback, as a strategy sees it. */
export type RouteCallback = (...parameters: readonly unknown[]) => unknown;

/**
 * How the callback of a route is called: which values it gets, in which order.
 *
 * Under the names of {@link requestResponse} and its kin stand the strategies there are; an
 * application may bring its own.
 */
export interface InvocationStrategyInterface {
  /**
   * Whether objects with `handle` are called through this strategy too. Default `false`: they get
   * the request, and nothing is added to it.
   */
  readonly takesRequestHandlers?: boolean;

  /**
   * @param callback what answers the route
   * @param response a fresh one, for the callback to begin with
   * @param args the arguments of the route, decoded, by name in the order of the pattern
   * @returns what the callback returned
   */
  invoke(
    callback: RouteCallback,
    request: ServerRequestInterface,
    response: ResponseInterface,
    args: RouteArguments,
  ): unknown;
}

/**
 * The default: `(request, response, args)`. Each argument is an attribute of the request too, over
 * one of the same name that a middleware set.
 */
export const requestResponse: InvocationStrategyInterface = {
  invoke: (callback, request, response, args) =>
    callback(withArguments(request, args), response, args),
};

/** A strategy that gives the arguments one by one: callbacks are typed so. */
export interface ValuesStrategyInterface extends InvocationStrategyInterface {
  readonly givesValues: true;
}

/** `(request, response, ...values)`: the arguments one by one, in the order of the pattern. */
export const requestResponseArgs: ValuesStrategyInterface = {
  givesValues: true,
  invoke: (callback, request, response, args) =>
    callback(request, response, ...Object.values(args)),
};

/** `(request, response, { id, page })`: the arguments by name, and the request as it is. */
export const requestResponseNamedArgs: InvocationStrategyInterface = {
  invoke: (callback, request, response, args) => callback(request, response, args),
};

/**
 * `(request)`, as an object with `handle` gets it.
 *
 * @param appendRouteArguments whether each argument becomes an attribute of the request; default
 *   `false`
 */
export function requestHandler(appendRouteArguments = false): InvocationStrategyInterface {
  return {
    takesRequestHandlers: true,
    invoke: (callback, request, _response, args) =>
      callback(appendRouteArguments ? withArguments(request, args) : request),
  };
}

/** Whether a value is an object that handles requests by itself. */
export function isRequestHandler(value: unknown): value is RequestHandlerInterface {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Partial<RequestHandlerInterface>).handle === 'function'
  );
}

function withArguments(
  request: ServerRequestInterface,
  args: RouteArguments,
): ServerRequestInterface {
  let result = request;
  for (const name in args) result = result.withAttribute(name, args[name]);
  return result;
}
