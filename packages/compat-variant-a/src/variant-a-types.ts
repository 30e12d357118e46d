import type {
  Awaitable,
  MiddlewareInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type {
  HandlerResult,
  PerRequest,
  RouteHandlerInterface,
  RouteMiddlewareInterface,
  VariantTypes,
} from '@mortise/app';
import type { VariantARequestInterface } from './request/variant-a-request-interface.js';
import type { VariantAResponseInterface } from './response/variant-a-response-interface.js';
import type { ServiceContainerInterface } from './services.js';

/**
 * Calls the inner layers. If called again, they run again.
 *
 * @param response passed to the inner layers as their initial response; default: the one that this layer received
 */
export type Next = (
  request: ServerRequestInterface,
  response?: ResponseInterface,
) => Awaitable<VariantAResponseInterface>;

/**
 * A layer of variant A. If it is a `function`, its `this` is the container.
 *
 * @param response the response to return, changed or unchanged, or to pass to `next`
 * @typeParam Result the result; in a route or a group, it can also be a platform `Response`: `HandlerResult`
 */
export type Slim3Middleware<Result = ResponseInterface> = (
  this: ServiceContainerInterface,
  request: VariantARequestInterface,
  response: VariantAResponseInterface,
  next: Next,
) => Awaitable<Result>;

/**
 * A layer of variant A as an object, like a class with `__invoke` in Slim 3. A class must declare the types of the
 * parameters, and can call its parent: `super.invoke(request, response, next)`.
 */
export interface Slim3MiddlewareInterface<Result = ResponseInterface> {
  invoke(
    request: VariantARequestInterface,
    response: VariantAResponseInterface,
    next: Next,
  ): Awaitable<Result>;
}

/**
 * The result of a variant A callback: a response; a string, which is written to the response that it received; or
 * nothing, to return that response unchanged.
 */
export type Slim3Response = ResponseInterface | string | null | undefined;

/** A function, a PSR-15 handler, or the name of either (`'name'`, `'name:method'`) in the container. */
type Slim3Callback<Arguments extends readonly unknown[]> =
  | ((
      this: ServiceContainerInterface,
      request: VariantARequestInterface,
      response: VariantAResponseInterface,
      ...args: Arguments
    ) => Awaitable<Slim3Response>)
  | RouteHandlerInterface
  | PerRequest
  | string;

/** The types of variant A: `(request, response, next)` and `(request, response, args)`. */
export interface VariantA extends VariantTypes {
  /** A function, PSR-15 middleware, or the name of either in the container. */
  readonly middleware:
    | Slim3Middleware
    | Slim3MiddlewareInterface
    | MiddlewareInterface
    | PerRequest
    | string;

  /** The same, but it can also return a platform `Response`. */
  readonly routeMiddleware:
    | Slim3Middleware<HandlerResult>
    | Slim3MiddlewareInterface<HandlerResult>
    | RouteMiddlewareInterface
    | PerRequest
    | string;
  readonly callback: Slim3Callback<[args: this['args']]>;
}

/** The types of variant A with arguments as separate parameters: `(request, response, ...values)`. */
export interface VariantAValues extends VariantTypes {
  readonly middleware: VariantA['middleware'];
  readonly routeMiddleware: VariantA['routeMiddleware'];
  readonly callback: Slim3Callback<this['args'][keyof this['args']][]>;
}
