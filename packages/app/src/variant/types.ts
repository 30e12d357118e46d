import type {
  Awaitable,
  MiddlewareInterface,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';

/**
 * The types of one way of writing an application: what it takes as middleware, and what handles a
 * route. `args` is filled in from the pattern of each route, so that a callback can refer to it:
 * `readonly callback: (request: Request, args: this['args']) => Response`.
 */
export interface VariantTypes {
  readonly args: unknown;
  readonly middleware: unknown;
  readonly callback: unknown;
}

/** The type of a callback under a variant, for a route whose arguments are `Args`. */
export type CallbackOf<T extends VariantTypes, Args> = (T & { readonly args: Args })['callback'];

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
 * The types of variant B when arguments are passed one by one: `(request, response, ...values)`. With a
 * pattern that has optional parts each can be `undefined`: which ones, the order of the values says at run time.
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
