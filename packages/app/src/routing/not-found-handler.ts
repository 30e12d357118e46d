import { isPlainFunction } from '@mortise/base';
import type {
  Awaitable,
  HttpFactoriesInterface,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { AppError } from '../app-error.js';
import { type ContainerInterface, resolve } from '../container.js';
import { isPerRequest, type PerRequest, resolveFor } from '../per-request.js';
import { type HandlerResult, resultCheck } from '../result-check.js';
import { inTime } from '../handler-time.js';
import { isRequestHandler } from './invocation-strategy.js';

/** A handler for requests to unknown paths, or its name in the container. */
export type NotFoundHandler =
  | RequestHandlerInterface
  | ((request: ServerRequestInterface, response: ResponseInterface) => Awaitable<HandlerResult>)
  | PerRequest
  | string;

/** What the handler is created from. */
export interface NotFoundOwner {
  readonly factories: HttpFactoriesInterface;
  readonly container: ContainerInterface | null;
}

/**
 * Creates the handler for requests to unknown paths. Each of its responses is checked. A name is resolved once, on the
 * first such request; a `perRequest` name, on each.
 *
 * @throws {AppError} `CALLBACK_INVALID` for a value that cannot be a handler
 */
export function notFoundHandler(
  given: NotFoundHandler,
  { factories, container }: NotFoundOwner,
): RequestHandlerInterface {
  const toHandler = (value: unknown): RequestHandlerInterface => {
    if (isRequestHandler(value)) return value;
    if (!isPlainFunction(value)) throw AppError.invalidCallback(value, 'app.notFound()', given);
    const callback = value as (...args: readonly unknown[]) => Awaitable<ResponseInterface>;
    return { handle: (request) => callback(request, factories.createResponse(404)) };
  };
  return inTime(handlerOf(), resultCheck('the app.notFound() handler', factories));

  function handlerOf(): RequestHandlerInterface {
    if (isPerRequest(given)) {
      const handlerFor = (request: ServerRequestInterface) =>
        toHandler(resolveFor(request, container, given.name));
      return { handle: (request) => handlerFor(request).handle(request) };
    }
    if (typeof given !== 'string') return toHandler(given);
    let named: RequestHandlerInterface | null = null;
    return {
      handle: (request) => (named ??= toHandler(resolve(container, given))).handle(request),
    };
  }
}
