import type { Awaitable, ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import {
  AppError,
  type ContainerInterface,
  HttpMethodNotAllowedException,
  HttpNotFoundException,
  isError,
  type UnroutedResult,
  unroutedError,
  type VariantServices,
} from '@mortise/app';
import type { VariantARequest } from '../request/variant-a-request.js';
import type { VariantAResponseInterface } from '../response/variant-a-response-interface.js';
import { HaltException } from './halt-exception.js';
import type { Handlers } from './handlers.js';

/** What answers errors need beside the error. */
export interface ErrorAnswersParts {
  readonly services: VariantServices;
  readonly container: ContainerInterface;
  readonly displayErrorDetails: boolean;
  readonly decorate: (request: ServerRequestInterface) => VariantARequest;
  readonly createResponse: () => VariantAResponseInterface;
}

/** Asks the handlers of the container, else the framework, to answer what went wrong. */
export class ErrorAnswers {
  readonly #parts: ErrorAnswersParts;

  constructor(parts: ErrorAnswersParts) {
    this.#parts = parts;
  }

  /** @throws the error when the container says that nobody answers it */
  answer(error: unknown, plain: ServerRequestInterface): Awaitable<ResponseInterface> {
    const { decorate, createResponse } = this.#parts;
    if (error instanceof HaltException) return error.response;
    if (error instanceof HttpNotFoundException) {
      return this.#ask('notFoundHandler', error, error.request, (handler, request) =>
        handler(request, createResponse()),
      );
    }
    if (error instanceof HttpMethodNotAllowedException) {
      return this.#ask('notAllowedHandler', error, error.request, (handler, request) =>
        handler(request, createResponse(), error.allowedMethods),
      );
    }
    const name = isOfEngine(error) ? 'phpErrorHandler' : 'errorHandler';
    return this.#ask(name, error, decorate(plain), (handler, request) =>
      handler(request, createResponse(), error),
    );
  }

  /** At the place of routing in the stack: the layers outside see the answer, no error. */
  unrouted(request: ServerRequestInterface, result: UnroutedResult): Awaitable<ResponseInterface> {
    const error = unroutedError(request, result);
    if (result.kind === 'bad-path') throw error;
    // What clients of Slim 3 read: 'Not found', 'Method not allowed. Must be one of: GET'.
    return this.answer(error.setTitle(error.message.replace(/\.$/, '')), request);
  }

  #ask<N extends keyof Handlers>(
    name: N,
    error: unknown,
    plain: ServerRequestInterface,
    call: (handler: Handlers[N], request: VariantARequest) => Awaitable<ResponseInterface>,
  ): Awaitable<ResponseInterface> {
    const { container, decorate, services, displayErrorDetails } = this.#parts;
    const request = decorate(plain);
    if (container.has(name)) {
      const handler = container.get(name) as Handlers[N] | null;
      if (handler === null) throw error;
      return call(handler, request);
    }
    const known = isError(error) ? error : AppError.notAnError(error);
    return services.errorHandler.handle(request, known, displayErrorDetails, true, true);
  }
}

/** By name, so that errors of another realm count. */
const engineErrors = [EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError].map(
  ({ name }) => name,
);

function isOfEngine(error: unknown): boolean {
  return !isError(error) || engineErrors.includes(error.name);
}
