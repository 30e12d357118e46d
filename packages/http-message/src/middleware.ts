import type { Awaitable } from './awaitable.js';
import type { RequestHandlerInterface } from './request-handler.js';
import type { ResponseInterface } from './response.js';
import type { ServerRequestInterface } from './server-request.js';

/**
 * A layer around a handler. It can respond itself, or pass on the request, changed or unchanged, and change the
 * response on the way back.
 *
 * If an application handles errors itself, its application-level middleware always gets a response from its handler;
 * middleware of groups and routes sees the errors that the handler throws.
 *
 * @see PSR-15 2.2
 */
export interface MiddlewareInterface {
  /** The name of this middleware in explanations and error messages. Default: its class name. */
  readonly name?: string;

  /**
   * @param handler runs everything inside this layer
   * @returns the response, synchronously or as a promise; middleware that only passes the request on returns the result
   *   of `handler.handle` without awaiting it
   */
  process(
    request: ServerRequestInterface,
    handler: RequestHandlerInterface,
  ): Awaitable<ResponseInterface>;
}
