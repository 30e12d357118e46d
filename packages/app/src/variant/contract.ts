import type {
  Awaitable,
  HttpFactoriesInterface,
  MiddlewareInterface,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { ContainerInterface } from '../application/container.js';
import type { DefaultErrorHandlerInterface, UnroutedResult } from '../errors/contract.js';
import type { HttpException } from '../errors/http-exception.js';
import type { RouteCollectorInterface, RouteInterface } from '../routing/contract.js';
import type { RouteContext, RoutedHandler } from '../routing/route-context.js';
import type { VariantTypes } from './types.js';

/**
 * One way of writing an application. Routing, groups, the stack of middleware and the rendering of
 * errors exist once, in the application; a variant says what goes in and comes out of them.
 *
 * Everything the stack passes is PSR-15: a variant turns its values into that. What its members
 * throw is an error of the request, as if a layer had thrown it; what {@link toMiddleware} throws
 * while an application is configured is an error of the code that configures it.
 */
export interface Variant<T extends VariantTypes = VariantTypes> {
  /**
   * Makes PSR-15 middleware of what `add` was given, or of what the container has under its name.
   *
   * @throws {AppError} `MIDDLEWARE_INVALID`
   */
  toMiddleware(value: T['middleware']): MiddlewareInterface;

  /**
   * Makes the innermost handler of a route, once for each composition of its layers. The request that
   * the handler gets has a {@link RouteContext} with the arguments; `route` may name an invocation
   * strategy of its own. What the handler returns has to be a response.
   *
   * @throws {AppError} `CALLBACK_INVALID`
   */
  toHandler(callback: T['callback'], route: RouteInterface<T>): RoutedHandler;

  /**
   * Makes ready what came in, before any layer: decorates the request, reads its body into memory.
   * It answers at once where it can, so that a synchronous path creates no promise. Absent: the
   * request stays as it is.
   */
  prepare?(request: ServerRequestInterface): Awaitable<ServerRequestInterface>;

  /**
   * Adds to a request that was routed what the variant promises there. The context is an attribute
   * of it already. Absent: nothing.
   */
  withRoute?(request: ServerRequestInterface, context: RouteContext): ServerRequestInterface;

  /**
   * Whether routing comes before all middleware of the application, so that they see the route. A
   * request that reached no route passes the middleware all the same. Default `false`: routing
   * stands where `addRoutingMiddleware` put it, else innermost.
   */
  readonly routesFirst?: boolean;

  /** The methods of `any`. Default: `GET`, `POST`, `PUT`, `PATCH`, `DELETE`, `OPTIONS` and `QUERY`. */
  readonly anyMethods?: readonly string[];

  /** Whether `getPattern` of a group is its own prefix, as in Slim 3. Default `false`: the whole one, as in Slim 4. */
  readonly ownGroupPatterns?: boolean;

  /**
   * Answers a request that reached no route, at the place of routing in the stack, so that its
   * response passes the middleware outside. Absent: the layers outside answer.
   *
   * @param result its `allowed` is as registered
   * @param exception creates `HttpNotFoundException`, `HttpMethodNotAllowedException` or
   *   `HttpBadRequestException`
   */
  unrouted?(
    request: ServerRequestInterface,
    result: UnroutedResult,
    exception: () => HttpException,
  ): Awaitable<ResponseInterface>;

  /**
   * Answers an error that left the whole stack. What it throws itself, and all errors when it is
   * absent, go to the application's own error layer, or out of `handle` under `errors: false`.
   *
   * @param request as {@link prepare} gave it; as it came when that failed
   */
  failed?(error: unknown, request: ServerRequestInterface): Awaitable<ResponseInterface>;

  /** The last look at every response, errors included. Absent: it goes out as it is. */
  finish?(
    response: ResponseInterface,
    request: ServerRequestInterface,
  ): Awaitable<ResponseInterface>;
}

/** What an application hands to the variant that is made for it. */
export interface VariantServices {
  readonly factories: HttpFactoriesInterface;
  readonly container: ContainerInterface | null;
  readonly routeCollector: RouteCollectorInterface;

  /** Routes a request and answers it by its route, without the middleware of the application. */
  readonly routeRunner: RequestHandlerInterface;

  /** Logs and renders errors as Slim does, for a variant that answers them itself. */
  readonly errorHandler: DefaultErrorHandlerInterface;
}

/** Makes the variant of one application. */
export type VariantFactory<T extends VariantTypes> = (services: VariantServices) => Variant<T>;
