import { catchAwaitable, isThenable, statusOf } from '@mortise/base';
import { customErrorResponse } from '@mortise/base/message';
import type {
  Awaitable,
  HttpFactoriesInterface,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { type ResultCheck, resultCheck } from '../result-check.js';
import { inTime } from '../handler-time.js';
import { text } from '../response/text.js';
import type {
  DefaultErrorHandlerInterface,
  ErrorClass,
  ErrorHandler,
  ErrorMiddlewareInterface,
  ErrorMiddlewareOptions,
  UnroutedResult,
} from './contract.js';
import { asError } from './error-facts.js';
import { serverErrorText } from './unknown-error-text.js';
import type { DefaultErrorHandler } from './default-error-handler.js';
import { ERROR_HANDLER } from '../development/function-source.js';
import { noteThrower } from '../development/hint.js';
import { HandlersByClass } from './handlers-by-class.js';
import { HttpException } from '../exceptions/http-exception.js';
import {
  HttpBadRequestException,
  HttpMethodNotAllowedException,
  HttpNotFoundException,
} from '../exceptions/exceptions-by-status.js';
import { errorResponse } from './error-response.js';
import { noteCause } from './note-cause.js';

/**
 * Responds to a request that matched no route, at the point in the stack where routing runs.
 *
 * @param exception creates the exception that would otherwise be thrown there; called on demand
 */
export type AnswerUnrouted = (
  request: ServerRequestInterface,
  result: UnroutedResult,
  exception: () => HttpException,
) => Awaitable<ResponseInterface>;

const UNROUTED_CLASSES: Readonly<Record<UnroutedResult['kind'], ErrorClass>> = {
  'not-found': HttpNotFoundException,
  'method-not-allowed': HttpMethodNotAllowedException,
  'bad-path': HttpBadRequestException,
};

/** The last three parameters of an {@link ErrorHandler}. */
type Switches = readonly [details: boolean, log: boolean, logDetails: boolean];

/** The rejection reason for a custom error handler that timed out. */
class HandlerHangs {
  static readonly for = (timeout: Error): HandlerHangs => new HandlerHangs(timeout);
  readonly timeout: Error;

  constructor(timeout: Error) {
    this.timeout = timeout;
  }
}

/** Responds to errors: passes each to the handler of its class. As middleware, to those of the layers inside it, like Slim's. */
export class ErrorResponder implements ErrorMiddlewareInterface {
  /** The handlers set here. Error layers of the same application consult them after their own. */
  readonly handlers: HandlersByClass;
  readonly #default: DefaultErrorHandler;
  readonly #factories: HttpFactoriesInterface;
  readonly #check: ResultCheck;
  readonly #switches: Switches;
  readonly #reportsUnexpected: boolean;

  /** @param outer the application's handlers, for errors without a handler here; `null` for those of the application itself */
  constructor(
    handler: DefaultErrorHandler,
    { details = false, log = true, logDetails = true }: ErrorMiddlewareOptions,
    factories: HttpFactoriesInterface,
    outer: HandlersByClass | null,
  ) {
    this.#factories = factories;
    this.#check = resultCheck('an error handler', factories);
    this.#default = handler;
    this.#switches = [details, log, logDetails];
    this.#reportsUnexpected = outer === null;
    this.handlers = new HandlersByClass(outer);
  }

  /** Responds to an unmatched request during routing. The exception is created only if it is needed. */
  readonly answerUnrouted: AnswerUnrouted = (request, result, exception) => {
    const prototype = UNROUTED_CLASSES[result.kind].prototype as Error;
    // Throws the exception for a custom handler, so that an error thrown by that handler leaves this layer as usual.
    if (this.handlers.find(prototype, prototype) !== null) throw exception();
    const [details, log] = this.#switches;
    const constant = details ? null : this.#default.constantFor(request, result, exception, log);
    return constant ?? this.respondTo(exception(), request);
  };

  process(
    request: ServerRequestInterface,
    handler: RequestHandlerInterface,
  ): Awaitable<ResponseInterface> {
    let response: Awaitable<ResponseInterface>;
    try {
      response = handler.handle(request);
    } catch (error) {
      return this.respondTo(error, request);
    }
    if (!isThenable(response)) return response;
    return response.then(undefined, (error: unknown) => this.respondTo(error, request));
  }

  /** @param thrown a value that is not an `Error` becomes an {@link AppError} `NOT_AN_ERROR` */
  respondTo(thrown: unknown, request: ServerRequestInterface): Awaitable<ResponseInterface> {
    const error = asError(thrown);
    const at = error instanceof HttpException ? error.request : request;
    const response = errorResponse(request, error, () => this.#respond(at, error));
    if (!isThenable(response)) return response;
    return response.then(undefined, (failure: unknown) => {
      if (failure instanceof HandlerHangs)
        return this.#respondInstead(failure.timeout, error, request);
      throw failure;
    });
  }

  /** Returns the default response after a custom handler failed or timed out. @param error the error that it handled */
  #respondInstead(
    failure: Error,
    error: unknown,
    request: ServerRequestInterface,
  ): Awaitable<ResponseInterface> {
    noteCause(failure, error);
    return errorResponse(request, failure, () =>
      this.#default.handle(request, failure, ...this.#switches),
    );
  }

  #respond(at: ServerRequestInterface, error: Error): Awaitable<ResponseInterface> {
    const handler = this.handlers.find(error, Object.getPrototypeOf(error) as object);
    if (handler === null) return this.#default.handle(at, error, ...this.#switches);
    // Slim's error middleware leaves logging to the handler. Here, a server error that no handler expected is always seen.
    const isUnexpected = (statusOf(error) ?? 500) >= 500 && this.handlers.isDefault(handler);
    if (isUnexpected && this.#reportsUnexpected) this.#default.report(at, error, ...this.#switches);
    const handle = () => handler(at, error, ...this.#switches);
    const limited = inTime({ handle }, this.#check, { reasonFor: HandlerHangs.for });
    const response = catchAwaitable(
      () => limited.handle(at),
      (failure) => {
        noteThrower(failure, handler, ERROR_HANDLER);
        noteCause(failure, error);
        throw failure;
      },
    );
    const completed = (made: ResponseInterface) => customErrorResponse(at, error, made);
    return isThenable(response) ? response.then(completed) : completed(response);
  }

  /**
   * Like {@link respondTo}, for errors that no outer layer handles: if responding fails, that failure becomes a
   * response.
   */
  recover(thrown: unknown, request: ServerRequestInterface): Awaitable<ResponseInterface> {
    return catchAwaitable(
      () => this.respondTo(thrown, request),
      // The error contains an invalid value, such as a header with a line break, or its handler failed. Both are server
      // errors.
      (failure) =>
        catchAwaitable(
          () => this.respondTo(failure, request),
          (last) => this.#recoverLast(last, { thrown, failure }, request),
        ),
    );
  }

  /** Responds without custom handlers, which fail for every error. @param failure the error that was handled last */
  #recoverLast(
    last: unknown,
    { thrown, failure }: { readonly thrown: unknown; readonly failure: unknown },
    request: ServerRequestInterface,
  ): Awaitable<ResponseInterface> {
    // An error page depends on the request's headers: if they cannot be read, this throws, and the adapter responds.
    if ((statusOf(last) ?? 500) < 500) request.getHeaderLine('Accept');
    // Without a custom handler, rendering itself fails, as with a custom page that throws. Both errors are already
    // logged.
    const handled = asError(failure);
    const bare = () => text(this.#factories.createResponse(500), `${serverErrorText.title}\n`);
    const isCustom = this.handlers.find(handled, Object.getPrototypeOf(handled) as object) !== null;
    if (!isCustom) return bare();
    return catchAwaitable(() => this.#respondInstead(asError(last), thrown, request), bare);
  }

  setErrorHandler<C extends ErrorClass>(
    types: C | readonly C[],
    handler: ErrorHandler<InstanceType<C>>,
    subclasses = false,
  ): this {
    this.handlers.set([types].flat(), handler as ErrorHandler, subclasses);
    return this;
  }

  getErrorHandler(type: ErrorClass): ErrorHandler {
    const prototype = type.prototype as Error;
    return this.handlers.find(prototype, prototype) ?? this.#default.handle;
  }

  setDefaultErrorHandler(handler: ErrorHandler): this {
    this.handlers.setDefault(handler);
    return this;
  }

  getDefaultErrorHandler(): DefaultErrorHandlerInterface {
    return this.#default;
  }
}
