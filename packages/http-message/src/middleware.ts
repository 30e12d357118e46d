import type { Awaitable } from './awaitable.js';
import type { RequestHandlerInterface } from './request-handler.js';
import type { ResponseInterface } from './response.js';
import type { ServerRequestInterface } from './server-request.js';

/**
 * A layer around a handler: it can respond itself, or pass the request on, changed or unchanged, and
 * change the response on its way back.
 *
 * In an application that handles errors itself, its own layers always get a response from their handler; those of groups
 * and routes see the errors that it throws.
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
