import { isPlainFunction } from '@mortise/base';
import type {
  Awaitable,
  HttpFactoriesInterface,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { AppError } from '../app-error.js';
import { type HandlerResult, resultCheck } from '../result-check.js';
import { inTime } from './handler-time.js';
import { isRequestHandler } from './invocation-strategy.js';

/** A handler of requests for unknown paths. */
export type NotFoundHandler =
  | RequestHandlerInterface
  | ((request: ServerRequestInterface, response: ResponseInterface) => Awaitable<HandlerResult>);

/**
 * Creates the handler of requests for unknown paths. Each of its responses is checked.
 *
 * @throws {AppError} `CALLBACK_INVALID` for a value that is neither a function nor an object with `handle`
 */
export function notFoundHandler(
  given: NotFoundHandler,
  factories: HttpFactoriesInterface,
): RequestHandlerInterface {
  const check = resultCheck('the handler of app.notFound()', factories);
  if (isRequestHandler(given)) return inTime(given, check);
  if (!isPlainFunction(given)) throw AppError.invalidCallback(given, 'app.notFound()');
  return inTime({ handle: (request) => given(request, factories.createResponse(404)) }, check);
}
