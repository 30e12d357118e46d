import { catchAwaitable, isThenable, quote } from '@mortise/base';
import { INNER } from '@mortise/base/message';
import { methods, options as declare } from '@mortise/base/options';
import type {
  Awaitable,
  HttpFactoriesInterface,
  MiddlewareInterface,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { AppError, type ContainerInterface, ROUTE_CONTEXT } from '@mortise/app';
import { Container, containerRule } from '../container.js';
import { keepBegunResponse } from '../errors/begun-response.js';
import { asForeign } from '../request/decorate-request.js';
import { ROUTE } from '../request/route-attribute.js';
import { VariantARequest } from '../request/variant-a-request.js';
import { decorateResponse } from '../response/variant-a-response.js';
import { freshResponses } from '../response/fresh-responses.js';
import type { VariantAResponseInterface } from '../response/variant-a-response-interface.js';
import type { ServiceContainerInterface } from '../services.js';
import { haltedResponse } from './passing-halts.js';
import type { Next, Slim3Middleware, Slim3MiddlewareInterface } from '../variant-a-types.js';

/** Options of {@link doublePass}. */
export interface DoublePassOptions {
  /** The factories of a message implementation, such as `factories` from `@mortise/message`. */
  readonly factories: HttpFactoriesInterface;

  /** The container that is `this` in the middleware, as in a variant A application. Default: an empty one. */
  readonly container?: ContainerInterface | undefined;
}

const declared = declare<DoublePassOptions>()('doublePass', {
  factories: methods('message factories', 'createResponse', 'createStream'),
  container: containerRule,
});

/** What variant A middleware is converted with. */
export interface DoublePassParts extends DoublePassOptions {
  readonly container: ServiceContainerInterface;

  /** Creates the response that the outermost layer receives. */
  readonly createResponse: () => VariantAResponseInterface;

  /** Decorates a request that has no helpers yet. */
  readonly decorate: (request: ServerRequestInterface) => VariantARequest;
}

/**
 * Converts variant A middleware to PSR-15, so that it runs in applications of either variant.
 *
 * In a variant B application, it gets the request with variant A's helpers. Method and parsed body are the
 * application's; the body is `null` until something has parsed it. Inside routing, the attribute `route` is the route. If
 * it changes the response that it passes to `next`, only variant A layers see the change. Errors pass through unchanged;
 * a `HaltException` becomes its response.
 *
 * @param middleware a function, or an object with an `invoke` method
 * @throws {OptionError} `OPTION_INVALID`
 */
export function doublePass(
  middleware: Slim3Middleware | Slim3MiddlewareInterface,
  options: DoublePassOptions,
): MiddlewareInterface {
  const { factories, container } = declared(options);
  const converted = doublePassWith(middleware, {
    factories,
    container: (container ?? new Container()) as ServiceContainerInterface,
    createResponse: freshResponses(factories),
    decorate: asForeign,
  });
  const own = {
    [INNER]: converted,
    process: (request: ServerRequestInterface, handler: RequestHandlerInterface) =>
      catchAwaitable(
        () => converted.process(withRoute(request), handler),
        (error) => haltedResponse(error, request),
      ),
  };
  return own;
}

/** Adds the route of a request of variant B, which has no attribute for it. An attribute of that name is kept. */
function withRoute(request: ServerRequestInterface): ServerRequestInterface {
  const context = request.getAttribute(ROUTE_CONTEXT);
  const route = context?.isRouted === true ? context.getRoute() : null;
  return route === null || request.getAttribute(ROUTE) !== undefined
    ? request
    : request.withAttribute(ROUTE, route);
}

/** Like {@link doublePass}, with the parts of a variant A application. */
export function doublePassWith<Result>(
  middleware: Slim3Middleware<Result> | Slim3MiddlewareInterface<Result>,
  { factories, container, createResponse, decorate }: DoublePassParts,
): {
  process(plain: ServerRequestInterface, handler: RequestHandlerInterface): Awaitable<Result>;
} {
  const inner: unknown = Reflect.get(middleware, INNER);
  const own = {
    [INNER]: inner ?? invokable(middleware),
    process(plain: ServerRequestInterface, handler: RequestHandlerInterface) {
      const request = decorate(plain);
      const response = VariantARequest.responseOf(request) ?? createResponse();
      const begun = decorateResponse(response, factories);
      const next = nextOf(handler, response, decorate, factories);
      return typeof middleware === 'function'
        ? middleware.call(container, request, begun, next)
        : middleware.invoke(request, begun, next);
    },
  };
  return own;
}

/** What development looks at: an object with the method whose parameters are those of variant A. */
function invokable<Result>(
  middleware: Slim3Middleware<Result> | Slim3MiddlewareInterface<Result>,
): object {
  return typeof middleware === 'function' ? { invoke: middleware } : middleware;
}

/** The error for `next()`, and for `next(error)` of Express. */
function notRequest(value: unknown): AppError {
  const way = value instanceof Error ? 'throw error' : 'return next(request, response)';
  const message = `next received ${quote(value)} instead of the request: write ${way}`;
  return new AppError('MIDDLEWARE_INVALID', message, value);
}

/**
 * Creates the `next` parameter of the middleware. If it fails, the response passed to it is stored, and the error is
 * rethrown.
 */
function nextOf(
  handler: RequestHandlerInterface,
  response: ResponseInterface,
  decorate: DoublePassParts['decorate'],
  factories: HttpFactoriesInterface,
): Next {
  return (inner, handedOn = response) => {
    if (typeof (inner as Partial<typeof inner> | undefined)?.getLifetime !== 'function') {
      throw notRequest(inner);
    }
    const carrying = VariantARequest.withResponse(decorate(inner), handedOn);
    const failed = (error: unknown): never => {
      keepBegunResponse(carrying, handedOn, error);
      throw error;
    };
    let answer: Awaitable<ResponseInterface>;
    try {
      answer = handler.handle(carrying);
    } catch (error) {
      return failed(error);
    }
    return isThenable(answer)
      ? answer.then((late) => decorateResponse(late, factories), failed)
      : decorateResponse(answer, factories);
  };
}
