import type {
  Awaitable,
  MiddlewareInterface,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { AppError } from '../app-error.js';
import { isMiddleware } from '../middleware/is-middleware.js';
import {
  type InvocationStrategyInterface,
  isRequestHandler,
  requestHandler,
  type RouteCallback,
} from '../routing/invocation-strategy.js';
import { RouteContext } from '../routing/route-context.js';
import type { VariantFactory, VariantServices } from './contract.js';
import type { VariantTypes } from './types.js';

/** Middleware as a function: what `process` of {@link MiddlewareInterface} does. */
export type MiddlewareFunction = MiddlewareInterface['process'];

/** The types of variant B: PSR-15 middleware and `(request, response, args)`. */
export interface VariantB extends VariantTypes {
  /** An object, a function, or the name of either in the container. */
  readonly middleware: MiddlewareInterface | MiddlewareFunction | string;

  /** A function, an object, or the name of either (`'name'`, `'name:method'`) in the container. */
  readonly callback:
    | ((
        request: ServerRequestInterface,
        response: ResponseInterface,
        args: this['args'],
      ) => Awaitable<ResponseInterface>)
    | RequestHandlerInterface
    | string;
}

/**
 * The types of variant B when arguments come one by one: `(request, response, ...values)`. Of a pattern
 * with optional parts each may be `undefined`: which ones, the order of the values says at run time.
 */
export interface VariantBValues extends VariantTypes {
  readonly middleware: VariantB['middleware'];
  readonly callback:
    | ((
        request: ServerRequestInterface,
        response: ResponseInterface,
        ...values: this['args'][keyof this['args']][]
      ) => Awaitable<ResponseInterface>)
    | RequestHandlerInterface
    | string;
}

/** Variant B, as Slim 4 has it: PSR-15 throughout, errors thrown. */
export const variantB: VariantFactory<VariantB> = (services) => ({
  toMiddleware(value) {
    if (typeof value === 'function') return { process: value };
    if (isMiddleware(value)) return value;
    throw AppError.invalidMiddleware(value);
  },
  toHandler: (callback, route) =>
    handlerOf(callback, route.getInvocationStrategy(), services, route.getPattern()),
});

function handlerOf(
  callback: VariantB['callback'],
  ownStrategy: InvocationStrategyInterface | null,
  { factories, routeCollector }: VariantServices,
  pattern: string,
): RequestHandlerInterface {
  const chosen = ownStrategy ?? routeCollector.getDefaultInvocationStrategy();
  let strategy = chosen;
  let invoked: RouteCallback;
  if (isRequestHandler(callback)) {
    strategy = chosen.takesRequestHandlers === true ? chosen : requestHandler();
    invoked = (request) => callback.handle(request as ServerRequestInterface);
  } else if (typeof callback === 'function') {
    invoked = callback as RouteCallback;
  } else {
    throw AppError.invalidCallback(callback, `route ${pattern}`);
  }
  return {
    handle(request) {
      const args = RouteContext.fromRequest(request).getRoute()?.getArguments() ?? {};
      // What comes back is looked at by the application.
      return strategy.invoke(
        invoked,
        request,
        factories.createResponse(),
        args,
      ) as Awaitable<ResponseInterface>;
    },
  };
}
