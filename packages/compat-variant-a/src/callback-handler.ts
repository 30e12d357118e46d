import { isPlainFunction, isThenable } from '@mortise/base';
import type {
  Awaitable,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import {
  AppError,
  isRequestHandler,
  type RouteCallback,
  type RouteInterface,
  type VariantServices,
} from '@mortise/app';
import { VariantARequest } from './request/variant-a-request.js';
import type { VariantAResponseInterface } from './response/variant-a-response-interface.js';
import type { ServiceContainerInterface } from './services.js';
import type { Slim3Response, VariantA } from './variant-a-types.js';

/** What the handler of a callback is created from. */
export interface HandlerParts {
  readonly services: VariantServices;
  readonly container: ServiceContainerInterface;
  readonly decorate: (request: ServerRequestInterface) => VariantARequest;
  readonly createResponse: () => VariantAResponseInterface;
}

/**
 * Creates the innermost handler of a route, which calls the callback through the strategy and converts its result to a
 * response.
 *
 * @throws {AppError} `CALLBACK_INVALID`
 */
export function callbackHandler(
  callback: VariantA['callback'],
  route: RouteInterface<VariantA>,
  { services, container, decorate, createResponse }: HandlerParts,
): RequestHandlerInterface {
  if (isRequestHandler(callback)) return callback;
  if (!isPlainFunction(callback)) {
    throw AppError.invalidCallback(callback, `route ${route.getPattern()}`, route.getCallable());
  }
  const strategy =
    route.getInvocationStrategy() ?? services.routeCollector.getDefaultInvocationStrategy();
  const bound = callback.bind(container) as RouteCallback;
  return {
    handle(plain) {
      const request = decorate(plain);
      const args = VariantARequest.contextOf(request)?.getRoute()?.getArguments() ?? {};
      const response = VariantARequest.responseOf(request) ?? createResponse();
      const answer = strategy.invoke(bound, request, response, args) as Awaitable<Slim3Response>;
      return isThenable(answer)
        ? Promise.resolve(answer).then((late) => responseOf(late, response))
        : responseOf(answer, response);
    },
  };
}

/** The application checks other values. */
function responseOf(answer: Slim3Response, response: ResponseInterface): ResponseInterface {
  if (answer === undefined || answer === null) return response;
  if (typeof answer !== 'string') return answer;
  response.getBody().write(answer);
  return response;
}
