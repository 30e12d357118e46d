import { isPlainFunction } from '@mortise/base';
import type {
  Awaitable,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { AppError } from '../app-error.js';
import { connectMiddleware } from '../misuse/wrong-calls.js';
import { toMiddleware } from '../middleware/is-middleware.js';
import type { RouteCallback, RouteInterface } from '../routing/contract.js';
import { isRequestHandler, requestHandler } from '../routing/invocation-strategy.js';
import { ROUTE_CONTEXT, RouteContext } from '../routing/route-context.js';
import type { VariantFactory, VariantServices } from '../routing/variant.js';
import type { VariantB } from '../variant-types.js';

/** Variant B, like Slim 4: middleware is PSR-15, and errors are thrown. */
export const variantB: VariantFactory<VariantB> = (services) => ({
  toMiddleware(value) {
    const middleware = toMiddleware(value);
    if (middleware === null) throw AppError.invalidMiddleware(value);
    if (typeof value === 'function' && value.length > 2) throw connectMiddleware(value);
    return middleware;
  },
  toHandler: (callback, route) => handlerOf(callback, route, services),
});

function handlerOf(
  callback: VariantB['callback'],
  route: RouteInterface<VariantB>,
  { factories, routeCollector }: VariantServices,
): RequestHandlerInterface {
  const chosen = route.getInvocationStrategy() ?? routeCollector.getDefaultInvocationStrategy();
  let strategy = chosen;
  let invoked: RouteCallback;
  if (isRequestHandler(callback)) {
    strategy = chosen.takesRequestHandlers === true ? chosen : requestHandler();
    invoked = (request) => callback.handle(request as ServerRequestInterface);
  } else if (isPlainFunction(callback)) {
    invoked = callback as RouteCallback;
  } else {
    throw AppError.invalidCallback(callback, `route ${route.getPattern()}`, route.getCallable());
  }
  return {
    handle(request) {
      const { args } = request.getAttribute(ROUTE_CONTEXT) ?? RouteContext.fromRequest(request);
      // The application checks the result.
      return strategy.invoke(
        invoked,
        request,
        factories.createResponse(),
        args,
      ) as Awaitable<ResponseInterface>;
    },
  };
}
