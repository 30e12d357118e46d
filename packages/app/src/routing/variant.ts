import type {
  Awaitable,
  HttpFactoriesInterface,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { ContainerInterface } from '../container.js';
import type { DefaultErrorHandlerInterface, UnroutedResult } from '../errors/contract.js';
import type { HttpException } from '../errors/http-exception.js';
import type { RouteCollectorInterface } from './collector-contract.js';
import type { RouteInterface } from './contract.js';
import type { RouteContext } from './route-context.js';
import type { VariantLines } from '../foreign-habits.js';
import type { RouteMiddlewareInterface, VariantTypes } from '../variant-types.js';

/**
 * A style of writing applications. All variants share the application's routing, groups, middleware stack and error
 * rendering; a variant defines its input and output.
 *
 * Everything in the stack is PSR-15: a variant converts its values to that. An exception from a member is an error of the
 * request, as if a layer had thrown it; one from {@link toMiddleware} during configuration is an error of the code that
 * configures the application.
 */
export interface Variant<T extends VariantTypes = VariantTypes> {
  /**
   * Converts an argument of `add`, or the container entry that it names, into PSR-15 middleware. The application checks the
   * middleware's responses: in a route or group they can also be a platform `Response`.
   *
   * @throws {AppError} `MIDDLEWARE_INVALID`
   */
  toMiddleware(value: T['middleware'] | T['routeMiddleware']): RouteMiddlewareInterface;

  /**
   * Creates the innermost handler of a route, once for each composition of its layers. The request of the
   * handler has a {@link RouteContext} with the arguments; `route` can have its own invocation strategy. The
   * handler must return a response.
   *
   * @throws {AppError} `CALLBACK_INVALID`
   */
  toHandler(callback: T['callback'], route: RouteInterface<T>): RequestHandlerInterface;

  /**
   * Prepares the incoming request before any layer: decorates it, or reads its body into memory. It returns
   * synchronously if it can, so that a synchronous application creates no promise. If absent, the request is
   * unchanged.
   */
  prepare?(request: ServerRequestInterface): Awaitable<ServerRequestInterface>;

  /**
   * Decorates a routed request; its context is already an attribute. If absent, the request is
   * unchanged.
   */
  withRoute?(request: ServerRequestInterface, context: RouteContext): ServerRequestInterface;

  /**
   * Whether routing runs before all middleware of the application, so that it can read the route. A request without a route
   * still passes the middleware. Default `false`: routing runs at the place of `addRoutingMiddleware`, otherwise innermost.
   */
  readonly routesFirst?: boolean;

  /** The methods of `any`. Default: `GET`, `POST`, `PUT`, `PATCH`, `DELETE`, `OPTIONS` and `QUERY`. */
  readonly anyMethods?: readonly string[];

  /** The lines that messages say to write. Default: those of variant B. */
  readonly lines?: VariantLines;

  /** Whether `getPattern` of a group returns its own prefix, as in Slim 3. Default `false`: the whole prefix, as in Slim 4. */
  readonly ownGroupPatterns?: boolean;

  /**
   * Responds to a request without a route, at the place of routing in the stack, so that the
   * response passes the outer middleware. If absent, the outer layers respond.
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
   * Responds to an error that left the whole stack. Its own errors, and all errors if it is absent, are passed to the
   * application's default error handling, or `handle` throws them with `errors: false`.
   *
   * @param request as {@link prepare} returned it; as received if that failed
   */
  failed?(error: unknown, request: ServerRequestInterface): Awaitable<ResponseInterface>;

  /** Changes every response last, including error responses. If absent, the response is unchanged. */
  finish?(
    response: ResponseInterface,
    request: ServerRequestInterface,
  ): Awaitable<ResponseInterface>;
}

/** The services of the application for the factory of a variant. */
export interface VariantServices {
  readonly factories: HttpFactoriesInterface;
  readonly container: ContainerInterface | null;
  readonly routeCollector: RouteCollectorInterface;

  /** Routes a request and calls its route, without the middleware of the application. */
  readonly routeRunner: RequestHandlerInterface;

  /** Logs and renders errors like Slim, for a variant with its own error handling. */
  readonly errorHandler: DefaultErrorHandlerInterface;
}

/** Creates the variant of one application. */
export type VariantFactory<T extends VariantTypes> = (services: VariantServices) => Variant<T>;
