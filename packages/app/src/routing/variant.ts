import type {
  Awaitable,
  HttpFactoriesInterface,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { ContainerInterface } from '../container.js';
import type { DefaultErrorHandlerInterface, UnroutedResult } from '../errors/contract.js';
import type { HttpException } from '../exceptions/http-exception.js';
import type { RouteCollectorInterface } from './collector-contract.js';
import type { RouteInterface } from './contract.js';
import type { RouteContext } from './route-context.js';
import type { VariantLines } from '../misuse/variant-lines.js';
import type { RouteMiddlewareInterface, VariantTypes } from '../variant-types.js';

/**
 * A style of writing applications. A variant defines the types of middleware and callbacks, and can change requests and
 * responses. Routing, groups, the middleware stack and error rendering are the same for all variants.
 *
 * The stack contains only PSR-15 middleware and handlers, to which a variant converts its own. If a member throws, the
 * request fails as if a layer had thrown. If {@link toMiddleware} throws during configuration, so does the call that
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
   * Creates the innermost handler of a route, each time its layers are composed. The handler's request has a
   * {@link RouteContext} with the arguments; `route` can have its own invocation strategy. The handler must return a
   * response.
   *
   * @throws {AppError} `CALLBACK_INVALID`
   */
  toHandler(callback: T['callback'], route: RouteInterface<T>): RequestHandlerInterface;

  /**
   * Prepares the incoming request before any layer, for example decorates it, or reads its body into memory. It should
   * return synchronously if it can, so that a synchronous application creates no promise. If absent, the request is
   * unchanged.
   */
  prepare?(request: ServerRequestInterface): Awaitable<ServerRequestInterface>;

  /**
   * Decorates a routed request; its context is already an attribute. If absent, the request is
   * unchanged.
   */
  withRoute?(request: ServerRequestInterface, context: RouteContext): ServerRequestInterface;

  /**
   * Whether routing runs before all middleware of the application, which can then read the route. Unmatched requests
   * still pass through the middleware. Default `false`: routing runs where `addRoutingMiddleware` was called, otherwise
   * innermost.
   */
  readonly routesFirst?: boolean;

  /** The methods of `any`. Default: `GET`, `POST`, `PUT`, `PATCH`, `DELETE`, `OPTIONS` and `QUERY`. */
  readonly anyMethods?: readonly string[];

  /** The code that error messages suggest. Default: that of variant B. */
  readonly lines?: VariantLines;

  /**
   * Whether `getPattern` of a group returns only its own prefix, as in Slim 3. Default `false`: the whole prefix, as in
   * Slim 4.
   */
  readonly ownGroupPatterns?: boolean;

  /**
   * Responds to an unmatched request at the point in the stack where routing runs, so that the response passes through
   * outer middleware. If absent, the outer layers respond.
   *
   * @param result its `allowed` lists methods as registered, without a `HEAD` that `GET` implies
   * @param exception creates `HttpNotFoundException`, `HttpMethodNotAllowedException` or `HttpBadRequestException`
   */
  unrouted?(
    request: ServerRequestInterface,
    result: UnroutedResult,
    exception: () => HttpException,
  ): Awaitable<ResponseInterface>;

  /**
   * Responds to an error that passed through the whole stack. If it fails or is absent, the application's default error
   * handling responds; with `errors: false`, `handle` throws instead.
   *
   * @param request as returned by {@link prepare}, or as received if that failed
   */
  failed?(error: unknown, request: ServerRequestInterface): Awaitable<ResponseInterface>;

  /** Makes final changes to every response, including error responses. If absent, the response is unchanged. */
  finish?(
    response: ResponseInterface,
    request: ServerRequestInterface,
  ): Awaitable<ResponseInterface>;
}

/** What an application provides to the factory of its variant. */
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
