import type { RequestHandlerInterface, ServerRequestInterface } from '@mortise/http-message';
import { noteReplaced } from '../development/replaced-attribute.js';
import type { InvocationStrategyInterface, ValuesStrategyInterface } from './contract.js';
import type { RouteArguments } from './router-contract.js';

/**
 * The default strategy: `(request, response, args)`. Each argument is also a request attribute. As in Slim, it replaces
 * one of the same name that middleware has set; in development, that is a warning (`ATTRIBUTE_REPLACED`).
 */
export const requestResponse: InvocationStrategyInterface = {
  invoke: (callback, request, response, args) =>
    callback(withArguments(request, args), response, args),
};

/** Calls `(request, response, ...values)`: the arguments as separate parameters, in the order of the pattern. */
export const requestResponseArgs: ValuesStrategyInterface = {
  givesValues: true,
  invoke: (callback, request, response, args) =>
    callback(request, response, ...Object.values(args)),
};

/** Calls `(request, response, { id, page })`: the arguments by name, and the request unchanged. */
export const requestResponseNamedArgs: InvocationStrategyInterface = {
  invoke: (callback, request, response, args) => callback(request, response, args),
};

/**
 * Creates a strategy that calls `(request)`, like the `handle` method of an object.
 *
 * @param appendRouteArguments whether each argument becomes an attribute of the request; default `false`
 */
export function requestHandler(appendRouteArguments = false): InvocationStrategyInterface {
  return {
    takesRequestHandlers: true,
    invoke: (callback, request, _response, args) =>
      callback(appendRouteArguments ? withArguments(request, args) : request),
  };
}

/** The default of an attribute that the request does not have. */
const FREE = Symbol('free');

/** Whether a value is an object with `handle`. */
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
  for (const name in args) {
    if (request.getAttribute(name, FREE) !== FREE) noteReplaced(request, name);
    result = result.withAttribute(name, args[name]);
  }
  return result;
}
