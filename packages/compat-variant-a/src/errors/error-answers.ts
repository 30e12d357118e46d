import type { Awaitable, ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import {
  type ContainerInterface,
  HttpMethodNotAllowedException,
  HttpNotFoundException,
  isError,
  type UnroutedResult,
  unroutedError,
} from '@mortise/app';
import type { VariantARequest } from '../request/variant-a-request.js';
import type { VariantAResponseInterface } from '../response/variant-a-response-interface.js';
import { HaltException } from './halt-exception.js';
import type { Handlers } from './handlers.js';

/** What answers errors need beside the error. */
export interface ErrorAnswersParts {
  readonly container: ContainerInterface;
  /** Asked where the container has none. */
  readonly stock: Handlers;
  readonly decorate: (request: ServerRequestInterface) => VariantARequest;
  readonly createResponse: () => VariantAResponseInterface;
}

/** Asks the handlers of the container to answer what went wrong. */
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
    const { container, createResponse, decorate, stock } = this.#parts;
    const request = decorate(plain);
    const handler = container.has(name) ? container.get(name) : stock[name];
    if (handler === null) throw error;
    // The stock one of that name would make an error of its own.
    if (handler === stock[name]) return stock.errorHandler(request, createResponse(), error);
    return call(handler as Handlers[N], request);
  }
}

/** By name, so that errors of another realm count. */
const engineErrors = [EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError].map(
  ({ name }) => name,
);

function isOfEngine(error: unknown): boolean {
  return !isError(error) || engineErrors.includes(error.name);
}
