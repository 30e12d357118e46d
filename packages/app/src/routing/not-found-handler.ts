import { isPlainFunction } from '@mortise/base';
import type {
  Awaitable,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { AppError } from '../app-error.js';
import type { PerRequest } from '../per-request.js';
import { type HandlerResult, resultCheck } from '../result-check.js';
import { inTime } from '../handler-time.js';
import type { LayerOwner } from '../middleware/layer-stack.js';
import { callbackHandler } from './callback-handler.js';
import { isRequestHandler } from './invocation-strategy.js';

/** A handler for requests to unknown paths, or its name in the container. */
export type NotFoundHandler =
  | RequestHandlerInterface
  | ((request: ServerRequestInterface, response: ResponseInterface) => Awaitable<HandlerResult>)
  | PerRequest
  | string;

/**
 * Creates the handler for requests to unknown paths. Each of its responses is checked. A name is resolved once, on the
 * first such request; a `perRequest` name, on each. In all variants, it gets the messages of `factories`.
 *
 * @throws {AppError} `CALLBACK_INVALID` for a value that cannot be a handler
 */
export function notFoundHandler(
  given: NotFoundHandler,
  owner: LayerOwner,
): RequestHandlerInterface {
  const { factories } = owner;
  const label = 'the app.notFound() handler';
  const toHandler = (callable: unknown): RequestHandlerInterface => {
    if (isRequestHandler(callable)) return callable;
    if (!isPlainFunction(callable))
      throw AppError.invalidCallback(callable, 'app.notFound()', given);
    const callback = callable as (...args: readonly unknown[]) => Awaitable<ResponseInterface>;
    return { handle: (request) => callback(request, factories.createResponse(404)) };
  };
  const create = () => callbackHandler(owner, given, () => label, toHandler);
  let handler = typeof given === 'string' ? null : create();
  return inTime(
    { handle: (request) => (handler ??= create()).handle(request) },
    resultCheck(label, factories),
  );
}
