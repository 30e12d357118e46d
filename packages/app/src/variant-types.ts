import type {
  Awaitable,
  MiddlewareInterface,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { PerRequest } from './per-request.js';
import type { RouteArgs } from '@mortise/router';
import type { HandlerResult } from './result-check.js';

/**
 * The types of a variant's middleware and route handlers. `args` is set to the arguments of each route's pattern, so
 * that a callback can refer to it: `readonly callback: (request: Request, args: this['args']) => Response`.
 */
export interface VariantTypes {
  readonly args: unknown;
  /** Middleware of the application. */
  readonly middleware: unknown;
  /** Middleware of routes and groups. */
  readonly routeMiddleware: unknown;
  /**
   * Route handlers: functions, objects with `handle`, and names of container entries. Other values, such as classes,
   * are rejected.
   */
  readonly callback: unknown;
}

/**
 * The types of an application whose options have the types `T`; those of variant B if `T` is any variant, as in
 * `ReturnType<typeof createApp>`.
 */
export type VariantOf<T extends VariantTypes> = VariantTypes extends T ? VariantB : T;

/** The type of a callback in a variant, for a route whose arguments are `Args`. */
export type CallbackOf<T extends VariantTypes, Args> = (T & { readonly args: Args })['callback'];

/** Middleware as a function: `process` of {@link MiddlewareInterface}. */
export type MiddlewareFunction = MiddlewareInterface['process'];

/** A {@link RequestHandlerInterface} that can also return a platform `Response`. */
export interface RouteHandlerInterface {
  handle(request: ServerRequestInterface): Awaitable<HandlerResult>;
}

/** A {@link MiddlewareInterface} that can also return a platform `Response`: middleware of a route or a group. */
export interface RouteMiddlewareInterface {
  process(
    request: ServerRequestInterface,
    handler: RequestHandlerInterface,
  ): Awaitable<HandlerResult>;
}

/** Middleware of a route or a group as a function: `process` of {@link RouteMiddlewareInterface}. */
export type RouteMiddlewareFunction = RouteMiddlewareInterface['process'];

/**
 * The type of a route handler that is declared outside its registration:
 * `const show: RouteHandler<'/books/{id}'> = (request, response, { id }) => ...`.
 *
 * @typeParam Pattern the whole pattern, with the prefixes of its groups. Default: any; each argument is then a
 *   `string`, but `undefined` if the pattern has no placeholder of that name
 */
export type RouteHandler<Pattern extends string = string> = (
  request: ServerRequestInterface,
  response: ResponseInterface,
  args: RouteArgs<Pattern>,
) => Awaitable<HandlerResult>;

/** The types of variant B: PSR-15 middleware and `(request, response, args)`. */
export interface VariantB extends VariantTypes {
  /** An object, a function, or the name of either in the container. */
  readonly middleware: MiddlewareInterface | MiddlewareFunction | PerRequest | string;

  /** The same, but it can also return a platform `Response`. */
  readonly routeMiddleware:
    | RouteMiddlewareInterface
    | RouteMiddlewareFunction
    | PerRequest
    | string;

  /** A function, an object, or the name of either (`'name'`, `'name:method'`) in the container. */
  readonly callback:
    | ((
        request: ServerRequestInterface,
        response: ResponseInterface,
        args: this['args'],
      ) => Awaitable<HandlerResult>)
    | RouteHandlerInterface
    | PerRequest
    | string;
}

/**
 * The types of variant B if arguments are passed as separate parameters: `(request, response, ...values)`. If the
 * pattern has optional parts, each type includes `undefined`, but at run time only trailing values are.
 */
export interface VariantBValues extends VariantTypes {
  readonly middleware: VariantB['middleware'];
  readonly routeMiddleware: VariantB['routeMiddleware'];
  readonly callback:
    | ((
        request: ServerRequestInterface,
        response: ResponseInterface,
        ...values: this['args'][keyof this['args']][]
      ) => Awaitable<HandlerResult>)
    | RouteHandlerInterface
    | PerRequest
    | string;
}
