import {
  headersOf,
  isPrototypeOfClass,
  isThenable,
  nameOfClass,
  quote,
  statusOf,
} from '@mortise/base';
import type {
  Awaitable,
  HttpFactoriesInterface,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { AppError } from '../app-error.js';
import { isResponse } from '../response-check.js';
import { type ResultCheck, resultCheck } from '../result-check.js';
import { catchAwaitable } from '../catch-awaitable.js';
import type {
  AnswerUnrouted,
  DefaultErrorHandlerInterface,
  ErrorClass,
  ErrorHandler,
  ErrorMiddlewareInterface,
  ErrorMiddlewareOptions,
  UnroutedResult,
} from './contract.js';
import { isError } from './error-facts.js';
import type { DefaultErrorHandler, ErrorSwitches } from './error-handler.js';
import { HttpException } from './http-exception.js';
import {
  HttpBadRequestException,
  HttpMethodNotAllowedException,
  HttpNotFoundException,
} from './exceptions-by-status.js';

interface Registered {
  readonly type: ErrorClass;
  handler: ErrorHandler;
  readonly subclasses: boolean;
}

/** Wraps an error of the handler for requests without a route, as `cause`: it skips the layer that called that handler. */
class HandlerFailure extends Error {
  readonly layer: ErrorMiddleware;

  constructor(layer: ErrorMiddleware, cause: unknown) {
    super('the handler of an error failed', { cause });
    this.layer = layer;
  }
}

const UNROUTED_CLASSES: Readonly<Record<UnroutedResult['kind'], ErrorClass>> = {
  'not-found': HttpNotFoundException,
  'method-not-allowed': HttpMethodNotAllowedException,
  'bad-path': HttpBadRequestException,
};

/** Passes each error to the handler of its class. */
export class ErrorMiddleware implements ErrorMiddlewareInterface {
  readonly #default: DefaultErrorHandler;
  readonly #check: ResultCheck;
  readonly #switches: ErrorSwitches;
  readonly #registered: Registered[] = [];
  #fallback: ErrorHandler;
  /** The handler for each kind of request without a route, once one was looked up. */
  #unrouted: Partial<Record<UnroutedResult['kind'], ErrorHandler>> = {};

  constructor(
    handler: DefaultErrorHandler,
    { details = false, log = true, logDetails = true }: ErrorMiddlewareOptions,
    factories: HttpFactoriesInterface,
  ) {
    this.#check = resultCheck('the handler of an error', factories);
    this.#default = handler;
    this.#switches = { details, log, logDetails };
    this.#fallback = handler.handle;
  }

  process(
    request: ServerRequestInterface,
    handler: RequestHandlerInterface,
  ): Awaitable<ResponseInterface> {
    let response: Awaitable<ResponseInterface>;
    try {
      response = handler.handle(request);
    } catch (error) {
      return this.#caught(error, request);
    }
    if (!isThenable(response)) return response;
    return response.then(
      (late) => (isResponse(late) ? late : this.answer(AppError.noResponseOfLayer(late), request)),
      (error: unknown) => this.#caught(error, request),
    );
  }

  /** Responds to a request without a route in routing: nothing is thrown, and the exception is created only if it is read. */
  readonly unrouted: AnswerUnrouted = (request, result, exception) => {
    const handler = (this.#unrouted[result.kind] ??= this.getErrorHandler(
      UNROUTED_CLASSES[result.kind],
    ));
    return handler === this.#default.handle
      ? this.#default.unrouted(request, result, exception, this.#switches)
      : catchAwaitable(
          () => this.#answerBy(handler, exception(), request),
          (error) => {
            throw new HandlerFailure(this, error);
          },
        );
  };

  /** @param thrown a value that is not an `Error` becomes an {@link AppError} `NOT_AN_ERROR` */
  answer(thrown: unknown, request: ServerRequestInterface): Awaitable<ResponseInterface> {
    const error = isError(thrown) ? thrown : AppError.notAnError(thrown);
    const at = error instanceof HttpException ? error.request : request;
    const handler = this.#handlerFor(error, Object.getPrototypeOf(error) as object);
    return this.#answerBy(handler, error, at);
  }

  #answerBy(
    handler: ErrorHandler,
    error: Error,
    at: ServerRequestInterface,
  ): Awaitable<ResponseInterface> {
    const { details, log, logDetails } = this.#switches;
    const result = handler(at, error, details, log, logDetails);
    if (handler === this.#default.handle) return result as Awaitable<ResponseInterface>;
    const response = this.#check(result, at);
    return isThenable(response)
      ? response.then((late) => withErrorHeaders(late, error))
      : withErrorHeaders(response, error);
  }

  setErrorHandler<E extends Error>(
    types: ErrorClass<E> | readonly ErrorClass<E>[],
    given: ErrorHandler<E>,
    subclasses = false,
  ): this {
    const handler = checkedErrorHandler(given as ErrorHandler);
    for (const type of [types].flat() as ErrorClass[]) {
      if (typeof (Object(type) as { readonly prototype?: unknown }).prototype !== 'object') {
        throw invalid('class', type, 'class; app.notFound(handler) handles unknown paths');
      }
      const known = this.#registered.find(
        (one) => one.type === type && one.subclasses === subclasses,
      );
      if (known === undefined) this.#registered.push({ type, handler, subclasses });
      else known.handler = handler;
    }
    this.#unrouted = {};
    return this;
  }

  getErrorHandler(type: ErrorClass): ErrorHandler {
    const prototype = type.prototype as Error;
    return this.#handlerFor(prototype, prototype);
  }

  setDefaultErrorHandler(handler: ErrorHandler): this {
    this.#fallback = checkedErrorHandler(handler);
    this.#unrouted = {};
    return this;
  }

  getDefaultErrorHandler(): DefaultErrorHandlerInterface {
    return this.#default;
  }

  #caught(thrown: unknown, request: ServerRequestInterface): Awaitable<ResponseInterface> {
    if (thrown instanceof HandlerFailure && thrown.layer === this) throw thrown.cause;
    return this.answer(thrown, request);
  }

  /** @param error an error of the class, or its prototype */
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

/** Returns the handler if it can be called. Checked when it is set: otherwise, the first error would be lost. */
function checkedErrorHandler(handler: ErrorHandler): ErrorHandler {
  if (typeof handler === 'function' && nameOfClass(handler) === null) return handler;
  throw invalid('handler', handler, 'function');
}

function invalid(what: string, value: unknown, expected: string): AppError {
  const message = `invalid error ${what}: received ${quote(value)}; expected a ${expected}`;
  return new AppError('CALLBACK_INVALID', message, value);
}

/**
 * Adds the headers of the error. HTTP requires some with a status (`Allow`, `WWW-Authenticate`), so
 * a handler that writes its own body must not lose them.
 */
function withErrorHeaders(response: ResponseInterface, error: Error): ResponseInterface {
  const headers = headersOf(error);
  // The outer layer reports a value that is not a response.
  if (headers.length === 0 || !isResponse(response)) return response;
  if (response.getStatusCode() !== statusOf(error)) return response;
  const missing = headers.filter(([name]) => !response.hasHeader(name));
  return missing.reduce((made, [name, value]) => made.withAddedHeader(name, value), response);
}
