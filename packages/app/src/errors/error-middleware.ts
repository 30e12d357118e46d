import { headersOf, isPrototypeOfClass, isThenable, statusOf } from '@mortise/base';
import type {
  Awaitable,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { AppError } from '../app-error.js';
import { isResponse } from '../middleware/response-check.js';
import type {
  DefaultErrorHandlerInterface,
  ErrorClass,
  ErrorHandler,
  ErrorMiddlewareInterface,
} from './contract.js';
import { HttpException } from './http-exception.js';
import { isError } from './is-error.js';

/** The three switches of Slim's `addErrorMiddleware`. */
export interface ErrorSwitches {
  readonly displayErrorDetails: boolean;
  readonly logErrors: boolean;
  readonly logErrorDetails: boolean;
}

interface Registered {
  readonly type: ErrorClass;
  handler: ErrorHandler;
  readonly subclasses: boolean;
}

/**
 * A handler that can return the error of a request instead of throwing it: throwing costs more than
 * all the rest of a 404.
 */
interface AttemptingHandler extends RequestHandlerInterface {
  attempt(request: ServerRequestInterface): Awaitable<ResponseInterface> | HttpException;
}

/** Passes each error to the handler of its class. */
export class ErrorMiddleware implements ErrorMiddlewareInterface {
  readonly #default: DefaultErrorHandlerInterface;
  readonly #switches: ErrorSwitches;
  readonly #registered: Registered[] = [];
  #fallback: ErrorHandler;

  constructor(handler: DefaultErrorHandlerInterface, switches: ErrorSwitches) {
    this.#default = handler;
    this.#switches = switches;
    this.#fallback = handler.handle;
  }

  process(
    request: ServerRequestInterface,
    handler: RequestHandlerInterface,
  ): Awaitable<ResponseInterface> {
    let response: Awaitable<ResponseInterface> | HttpException;
    try {
      response = canAttempt(handler) ? handler.attempt(request) : handler.handle(request);
    } catch (error) {
      return this.answer(error, request);
    }
    // By its prototype alone: the brand of an HttpException would be looked up on every response.
    if (response instanceof Error) return this.answer(response, request);
    if (!isThenable(response)) return response;
    return response.then(undefined, (error: unknown) => this.answer(error, request));
  }

  /** @param thrown a value that is not an `Error` becomes an {@link AppError} `NOT_AN_ERROR` */
  answer(thrown: unknown, request: ServerRequestInterface): Awaitable<ResponseInterface> {
    const error = isError(thrown) ? thrown : AppError.notAnError(thrown);
    const { displayErrorDetails, logErrors, logErrorDetails } = this.#switches;
    const at = error instanceof HttpException ? error.request : request;
    const handler = this.#handlerFor(error, Object.getPrototypeOf(error) as object);
    const response = handler(at, error, displayErrorDetails, logErrors, logErrorDetails);
    if (handler === this.#default.handle) return response;
    return isThenable(response)
      ? response.then((late) => withErrorHeaders(late, error))
      : withErrorHeaders(response, error);
  }

  setErrorHandler<E extends Error>(
    types: ErrorClass<E> | readonly ErrorClass<E>[],
    given: ErrorHandler<E>,
    subclasses = false,
  ): this {
    const handler = given as ErrorHandler;
    for (const type of [types].flat() as ErrorClass[]) {
      const known = this.#registered.find(
        (one) => one.type === type && one.subclasses === subclasses,
      );
      if (known === undefined) this.#registered.push({ type, handler, subclasses });
      else known.handler = handler;
    }
    return this;
  }

  getErrorHandler(type: ErrorClass): ErrorHandler {
    const prototype = type.prototype as Error;
    return this.#handlerFor(prototype, prototype);
  }

  setDefaultErrorHandler(handler: ErrorHandler): this {
    this.#fallback = handler;
    return this;
  }

  getDefaultErrorHandler(): DefaultErrorHandlerInterface {
    return this.#default;
  }

  /** @param error one of the class, or its prototype */
  #handlerFor(error: Error, prototype: object): ErrorHandler {
    if (this.#registered.length === 0) return this.#fallback;
    const own = this.#registered.filter(({ type }) => isPrototypeOfClass(prototype, type));
    const found =
      own.find(({ subclasses }) => !subclasses) ??
      own[0] ??
      this.#registered.find(({ type, subclasses }) => subclasses && error instanceof type);
    return found?.handler ?? this.#fallback;
  }
}

function canAttempt(handler: RequestHandlerInterface): handler is AttemptingHandler {
  return 'attempt' in handler;
}

/**
 * HTTP requires fields with some statuses (`Allow`, `WWW-Authenticate`): a handler that writes a body
 * of its own does not lose them.
 */
function withErrorHeaders(response: ResponseInterface, error: Error): ResponseInterface {
  // A value that is not a response is reported by the layer outside.
  if (!isResponse(response) || response.getStatusCode() !== statusOf(error)) return response;
  const missing = headersOf(error).filter(([name]) => !response.hasHeader(name));
  return missing.reduce((made, [name, value]) => made.withAddedHeader(name, value), response);
}
