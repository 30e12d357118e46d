import type {
  Awaitable,
  HttpFactoriesInterface,
  MiddlewareInterface,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { ContainerInterface } from '../container.js';
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
   * Converts an argument of `add`, or the container entry that it names, into PSR-15 middleware.
   *
   * @throws {AppError} `MIDDLEWARE_INVALID`
   */
  toMiddleware(value: T['middleware']): MiddlewareInterface;

  /**
   * Creates the innermost handler of a route, once for each composition of its layers. The request of the
   * handler has a {@link RouteContext} with the arguments; `route` can have its own invocation strategy. The
   * handler must return a response.
   *
   * @throws {AppError} `CALLBACK_INVALID`
   */
  toHandler(callback: T['callback'], route: RouteInterface<T>): RoutedHandler;

  /**
   * Prepares the incoming request before any layer: decorates it, or reads its body into memory. It returns
   * synchronously where it can, so that a synchronous path creates no promise. Absent: the request is
   * unchanged.
   */
  prepare?(request: ServerRequestInterface): Awaitable<ServerRequestInterface>;

  /**
   * Decorates a request that was routed; its context is already an attribute of it. Absent: the request is
   * unchanged.
   */
  withRoute?(request: ServerRequestInterface, context: RouteContext): ServerRequestInterface;

  /**
   * Whether routing runs before all middleware of the application, so that they know the route. A request
   * without a route still passes the middleware. Default `false`: routing runs where
   * `addRoutingMiddleware` put it, otherwise innermost.
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
   * Answers an error that left the whole stack. What it throws, and all errors if it is absent, go to the
   * application's own error layer, or leave `handle` under `errors: false`.
   *
   * @param request as {@link prepare} returned it; as received if that failed
   */
  failed?(error: unknown, request: ServerRequestInterface): Awaitable<ResponseInterface>;

  /** Changes every response last, responses to errors included. Absent: the response is unchanged. */
  finish?(
    response: ResponseInterface,
    request: ServerRequestInterface,
  ): Awaitable<ResponseInterface>;
}

/** What the factory of a variant receives from its application. */
export interface VariantServices {
  readonly factories: HttpFactoriesInterface;
  readonly container: ContainerInterface | null;
  readonly routeCollector: RouteCollectorInterface;

  /** Routes a request and calls its route, without the middleware of the application. */
  readonly routeRunner: RequestHandlerInterface;

  /** Logs and renders errors as Slim does, for a variant with its own error handling. */
  readonly errorHandler: DefaultErrorHandlerInterface;
}

/** Creates the variant of one application. */
export type VariantFactory<T extends VariantTypes> = (services: VariantServices) => Variant<T>;
