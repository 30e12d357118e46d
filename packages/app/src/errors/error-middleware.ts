import type {
  Awaitable,
  MiddlewareInterface,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { AppError } from '../app-error.js';
import { RouteRunner } from '../routing/routing-middleware.js';
import { isThenable } from '../thenable.js';
import type { DefaultErrorHandlerInterface, ErrorHandler } from './error-handler.js';
import { isExactly } from './brand.js';
import { HttpException } from './http-exception.js';
import { isError } from './is-error.js';

/** A class of errors. */
export type ErrorClass<E extends Error = Error> = abstract new (...parameters: never[]) => E;

/** Answers the errors of all layers inside. */
export interface ErrorMiddlewareInterface extends MiddlewareInterface {
  /**
   * Sets who answers the errors of a class.
   *
   * @param handleSubclasses whether those of its subclasses too; default `false`. A handler for the
   *   very class of an error comes before those for the classes above, and of these the one that
   *   was set first.
   */
  setErrorHandler<E extends Error>(
    types: ErrorClass<E> | readonly ErrorClass<E>[],
    handler: ErrorHandler<E>,
    handleSubclasses?: boolean,
  ): this;

  /** Who answers errors of this very class. */
  getErrorHandler(type: ErrorClass): ErrorHandler;

  /** Sets who answers all other errors. */
  setDefaultErrorHandler(handler: ErrorHandler): this;

  /** The stock handler, for its renderers: in use unless another was set. */
  getDefaultErrorHandler(): DefaultErrorHandlerInterface;
}

/** What `addErrorMiddleware` was told. */
export interface ErrorSwitches {
  readonly displayErrorDetails: boolean;
  readonly logErrors: boolean;
  readonly logErrorDetails: boolean;
}

interface Registered {
  readonly type: ErrorClass;
  readonly handler: ErrorHandler;
  readonly subclasses: boolean;
}

/** Hands each error to the handler of its class. */
export class ErrorMiddleware implements ErrorMiddlewareInterface {
  readonly #stock: DefaultErrorHandlerInterface;
  readonly #switches: ErrorSwitches;
  readonly #registered: Registered[] = [];
  #fallback: ErrorHandler;

  constructor(stock: DefaultErrorHandlerInterface, switches: ErrorSwitches) {
    this.#stock = stock;
    this.#switches = switches;
    this.#fallback = stock.handle;
  }

  process(
    request: ServerRequestInterface,
    handler: RequestHandlerInterface,
  ): Awaitable<ResponseInterface> {
    let response: Awaitable<ResponseInterface> | HttpException;
    try {
      response =
        handler instanceof RouteRunner ? handler.attempt(request) : handler.handle(request);
    } catch (error) {
      return this.answer(error, request);
    }
    // By its prototype alone: the brand of an HttpException would be looked for on every response.
    if (response instanceof Error) return this.answer(response, request);
    if (!isThenable(response)) return response;
    return response.then(undefined, (error: unknown) => this.answer(error, request));
  }

  /** @param thrown what is no `Error` becomes an {@link AppError} `NOT_AN_ERROR` */
  answer(thrown: unknown, request: ServerRequestInterface): Awaitable<ResponseInterface> {
    const error = isError(thrown) ? thrown : AppError.notAnError(thrown);
    const { displayErrorDetails, logErrors, logErrorDetails } = this.#switches;
    const seen = error instanceof HttpException ? error.request : request;
    const handler = this.#handlerFor(error);
    return handler(seen, error, displayErrorDetails, logErrors, logErrorDetails);
  }

  setErrorHandler<E extends Error>(
    types: ErrorClass<E> | readonly ErrorClass<E>[],
    handler: ErrorHandler<E>,
    handleSubclasses = false,
  ): this {
    for (const type of [types].flat() as ErrorClass[]) {
      this.#registered.push({
        type,
        handler: handler as ErrorHandler,
        subclasses: handleSubclasses,
      });
    }
    return this;
  }

  getErrorHandler(type: ErrorClass): ErrorHandler {
    return this.#registered.findLast((one) => one.type === type)?.handler ?? this.#fallback;
  }

  setDefaultErrorHandler(handler: ErrorHandler): this {
    this.#fallback = handler;
    return this;
  }

  getDefaultErrorHandler(): DefaultErrorHandlerInterface {
    return this.#stock;
  }

  #handlerFor(error: Error): ErrorHandler {
    const own = this.#registered.findLast(({ type }) => isExactly(error, type));
    const inherited = (): Registered | undefined =>
      this.#registered.find(({ type, subclasses }) => subclasses && error instanceof type);
    return (own ?? inherited())?.handler ?? this.#fallback;
  }
}
