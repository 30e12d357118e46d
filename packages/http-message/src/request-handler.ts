import type { Awaitable } from './awaitable.js';
import type { ResponseInterface } from './response.js';
import type { ServerRequestInterface } from './server-request.js';

/**
 * Responds to a request.
 *
 * @see PSR-15 2.1
 */
export interface RequestHandlerInterface {
  /**
   * Can be called again, with the same request or another: middleware that retries does so, and
   * all inner layers run again.
   *
   * @returns the response, synchronously or as a promise; an exception or a rejection is an
   *   error of this request only
   */
  handle(request: ServerRequestInterface): Awaitable<ResponseInterface>;
}
