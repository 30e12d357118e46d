import { isPlainFunction } from '@mortise/base';
import type {
  Awaitable,
  HttpFactoriesInterface,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { AppError } from '../app-error.js';
import { type ContainerInterface, type LookUp, lookUp } from '../container.js';
import { isPerRequest, type PerRequest, resolveFor } from '../per-request.js';
import { type HandlerResult, resultCheck } from '../result-check.js';
import { inTime } from '../handler-time.js';
import type { RouteCallback } from './contract.js';
import { isRequestHandler } from './invocation-strategy.js';
import { statusCheck } from './status-check.js';

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
  /** Whether a handler that assigns a status to its response fails. */
  readonly development: boolean;
}

/**
 * Creates the handler for requests to unknown paths. Each of its responses is checked. A name is resolved once, on the
 * first such request; a `perRequest` name, on each.
 *
 * @throws {AppError} `CALLBACK_INVALID` for a value that cannot be a handler
 */
export function notFoundHandler(
  given: NotFoundHandler,
  { factories, container, development }: NotFoundOwner,
): RequestHandlerInterface {
  const place = 'the app.notFound() handler';
  const toHandler = ({ callable, source }: Omit<LookUp, 'entry'>): RequestHandlerInterface => {
    if (isRequestHandler(callable)) return callable;
    if (!isPlainFunction(callable))
      throw AppError.invalidCallback(callable, 'app.notFound()', given);
    const callback = (
      development ? statusCheck(callable as RouteCallback, () => place, source) : callable
    ) as (...args: readonly unknown[]) => Awaitable<ResponseInterface>;
    return { handle: (request) => callback(request, factories.createResponse(404)) };
  };
  return inTime(handlerOf(), resultCheck(place, factories));

  function handlerOf(): RequestHandlerInterface {
    if (isPerRequest(given)) {
      const handlerFor = (request: ServerRequestInterface) =>
        toHandler(resolveFor(request, container, given.name));
      return { handle: (request) => handlerFor(request).handle(request) };
    }
    if (typeof given !== 'string') return toHandler({ callable: given, source: given });
    let named: RequestHandlerInterface | null = null;
    return {
      handle: (request) => (named ??= toHandler(lookUp(container, given))).handle(request),
    };
  }
}
