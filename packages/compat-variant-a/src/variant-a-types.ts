import type {
  Awaitable,
  MiddlewareInterface,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { VariantTypes } from '@mortise/app';
import type { VariantARequestInterface } from './request/variant-a-request-interface.js';
import type { VariantAResponseInterface } from './response/variant-a-response-interface.js';
import type { ServiceContainerInterface } from './services.js';

/**
 * Everything inside a layer of variant A. May be called again: everything inside runs again.
 *
 * @param response handed to the layers inside, as their response to begin with; default: the one that
 *   this layer was given
 */
export type Next = (
  request: ServerRequestInterface,
  response?: ResponseInterface,
) => Awaitable<VariantAResponseInterface>;

/**
 * A layer of variant A. As a `function` it has the container as its `this`.
 *
 * @param response to answer with, or to hand on
 */
export type MiddlewareA = (
  this: ServiceContainerInterface,
  request: VariantARequestInterface,
  response: VariantAResponseInterface,
  next: Next,
) => Awaitable<ResponseInterface>;

/**
 * What a callback of variant A may return: a response; text, which is written to the response that it
 * was given; nothing, for that response as it was given.
 */
export type AnswerA = ResponseInterface | string | null | undefined;

/** The types of variant A: `(request, response, next)` and `(request, response, args)`. */
export interface VariantA extends VariantTypes {
  /** A function, PSR-15 middleware, or the name of either in the container. */
  readonly middleware: MiddlewareA | MiddlewareInterface | string;

  /** A function, a PSR-15 handler, or the name of either (`'name'`, `'name:method'`) in the container. */
  readonly callback:
    | ((
        this: ServiceContainerInterface,
        request: VariantARequestInterface,
        response: VariantAResponseInterface,
        args: this['args'],
      ) => Awaitable<AnswerA>)
    | RequestHandlerInterface
    | string;
}

/** The types of variant A when arguments come one by one: `(request, response, ...values)`. */
export interface VariantAValues extends VariantTypes {
  readonly middleware: VariantA['middleware'];
  readonly callback:
    | ((
        this: ServiceContainerInterface,
        request: VariantARequestInterface,
        response: VariantAResponseInterface,
        ...values: this['args'][keyof this['args']][]
      ) => Awaitable<AnswerA>)
    | RequestHandlerInterface
    | string;
}
