import type { Awaitable } from './awaitable.js';
import type { RequestHandlerInterface } from './request-handler.js';
import type { ResponseInterface } from './response.js';
import type { ServerRequestInterface } from './server-request.js';

/**
 * A layer around a handler: it can respond itself, or pass the request on, changed or unchanged, and
 * change the response on its way back.
 *
 * Middleware that neither catches nor reads the errors of its handler can have the registered symbol
 * `Symbol.for('@mortise/passes-errors')` with the value `true` (`markPassesErrors` of `@mortise/base`
 * sets it). An application then creates no exception for a request without a route: such
 * middleware gets the response to it (404, 405, 400) from its handler.
 *
 * @see PSR-15 2.2
 */
export interface MiddlewareInterface {
  /** What an application calls this layer in explanations and error messages. Default: the name of its class. */
  readonly name?: string;

  /**
   * @param handler everything inside this layer
   * @returns the response, synchronously or as a promise; a layer that only passes the request on returns the
   *   result of `handler.handle`, without waiting for it
   */
  process(
    request: ServerRequestInterface,
    handler: RequestHandlerInterface,
  ): Awaitable<ResponseInterface>;
}
