import { isPlainFunction, isThenable, quote } from '@mortise/base';
import { customErrorResponse, isResponse, isWebResponse } from '@mortise/base/message';
import type { Awaitable, ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import {
  AppError,
  type ContainerInterface,
  type HttpException,
  HttpMethodNotAllowedException,
  HttpNotFoundException,
  isError,
  type UnroutedResult,
} from '@mortise/app';
import { VariantARequest } from '../request/variant-a-request.js';
import type { VariantAResponseInterface } from '../response/variant-a-response-interface.js';
import { VariantAError } from '../variant-a-error.js';
import { begunResponse, withBegunHeaders } from './begun-response.js';
import { HaltException } from './halt-exception.js';
import { slimTitle } from './default-handlers.js';
import { handlerEntry } from './handler-entry.js';
import type { Handlers } from './handlers.js';

/** The services that error responses need. */
export interface ErrorAnswersParts {
  readonly container: ContainerInterface;
  /** Used for handlers that the container does not have. */
  readonly defaults: Handlers;
  readonly decorate: (request: ServerRequestInterface) => VariantARequest;
  readonly createResponse: () => VariantAResponseInterface;
}

/** Responds to errors with the handlers in the container. */
export class ErrorAnswers {
  readonly #parts: ErrorAnswersParts;

  constructor(parts: ErrorAnswersParts) {
    this.#parts = parts;
  }

  /**
   * Responds to an error that passed through the whole stack.
   *
   * @throws the error if the container disables its handler
   */
  answer(error: unknown, request: ServerRequestInterface): Awaitable<ResponseInterface> {
    return this.#answer(error, request, begunResponse(request, error));
  }

  /** Responds to an unmatched request where routing runs, so that outer layers see a response, not an error. */
  answerUnrouted(
    request: ServerRequestInterface,
    { kind }: UnroutedResult,
    exception: () => HttpException,
  ): Awaitable<ResponseInterface> {
    const error = exception();
    if (kind === 'bad-path') throw error;
    error.setTitle(slimTitle(error));
    const begun = VariantARequest.responseOf(this.#parts.decorate(request));
    return this.#answer(error, request, begun);
  }

  #answer(
    error: unknown,
    plain: ServerRequestInterface,
    begun: ResponseInterface | null,
  ): Awaitable<ResponseInterface> {
    const { decorate } = this.#parts;
    // A `Response` is converted by the caller.
    if (error instanceof HaltException) return error.response as ResponseInterface;
    if (error instanceof HttpNotFoundException) {
      return this.#ask('notFoundHandler', error, decorate(error.request), begun, []);
    }
    if (error instanceof HttpMethodNotAllowedException) {
      const methods = error.allowedMethods;
      return this.#ask('notAllowedHandler', error, decorate(error.request), begun, [methods]);
    }
    const name = isOfEngine(error) ? 'phpErrorHandler' : 'errorHandler';
    return this.#ask(name, error, decorate(plain), begun, [error]);
  }

  #ask(
    name: keyof Handlers,
    error: unknown,
    request: VariantARequest,
    begun: ResponseInterface | null,
    more: readonly unknown[],
  ): Awaitable<ResponseInterface> {
    const { container, defaults } = this.#parts;
    const handler = handlerEntry(container, name, defaults[name]);
    if (handler === null) throw error;
    const response = this.#responseFor(begun);
    // The default handler of that name would create another error.
    if (handler === defaults[name]) return defaults.errorHandler(request, response, error);
    if (!isPlainFunction(handler)) {
      throw VariantAError.invalidHandler(name, PARAMETERS[name], handler, error);
    }
    const result: unknown = (handler as AnyHandler)(request, response, ...more);
    const completed = (made: unknown): ResponseInterface =>
      customErrorResponse(request, error, checked(name, made));
    return isThenable(result) ? Promise.resolve(result).then(completed) : completed(result);
  }

  /** Creates a response without a body, with the status and headers of the unfinished one. */
  #responseFor(begun: ResponseInterface | null): VariantAResponseInterface {
    const fresh = this.#parts.createResponse();
    if (begun === null) return fresh;
    const response = fresh.withStatus(begun.getStatusCode(), begun.getReasonPhrase());
    return withBegunHeaders(response, begun);
  }
}

/**
 * Checks the result of a handler. The caller converts a platform `Response`.
 *
 * @throws {AppError} `RESPONSE_MISSING`, with the name of the entry
 */
function checked(name: keyof Handlers, result: unknown): ResponseInterface {
  if (isResponse(result) || isWebResponse(result)) return result as ResponseInterface;
  throw AppError.noResponse(`the container entry ${quote(name)}`, result);
}

const PARAMETERS: Readonly<Record<keyof Handlers, string>> = {
  notFoundHandler: '(request, response)',
  notAllowedHandler: '(request, response, methods)',
  errorHandler: '(request, response, error)',
  phpErrorHandler: '(request, response, error)',
};

type AnyHandler = (
  request: VariantARequest,
  response: VariantAResponseInterface,
  ...more: readonly unknown[]
) => unknown;

/** Compared by name, so that errors from another realm are recognized. */
const engineErrors = [EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError].map(
  ({ name }) => name,
);

function isOfEngine(error: unknown): boolean {
  return !isError(error) || engineErrors.includes(error.name);
}
