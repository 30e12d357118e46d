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
   * Can be called more than once, with the same request or another one, as middleware that retries does. All inner
   * layers then run again.
   *
   * @returns the response, synchronously or as a promise; an exception or a rejection affects only this request
   */
  handle(request: ServerRequestInterface): Awaitable<ResponseInterface>;
}
