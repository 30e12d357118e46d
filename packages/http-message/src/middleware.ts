import type { Awaitable } from './awaitable.js';
import type { RequestHandlerInterface } from './request-handler.js';
import type { ResponseInterface } from './response.js';
import type { ServerRequestInterface } from './server-request.js';

/**
 * One layer around a handler: it may answer itself, or pass the request on, changed or not, and
 * change the response on its way back.
 *
 * @see PSR-15 2.2
 */
export interface MiddlewareInterface {
  /**
   * @param handler everything inside this layer
   * @returns the response, at once or later; a layer that only passes on returns what
   *   `handler.handle` gave, without waiting for it
   */
  process(
    request: ServerRequestInterface,
    handler: RequestHandlerInterface,
  ): Awaitable<ResponseInterface>;
}
