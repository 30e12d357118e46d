import type { Awaitable } from './awaitable.js';
import type { ResponseInterface } from './response.js';
import type { ServerRequestInterface } from './server-request.js';

/**
 * Makes a response of a request.
 *
 * @see PSR-15 2.1
 */
export interface RequestHandlerInterface {
  /**
   * May be called again, with the same request or another: middleware that retries does so, and
   * everything inside runs again.
   *
   * @returns the response, at once or later; whatever a handler throws, or rejects with, is an
   *   error of this request alone
   */
  handle(request: ServerRequestInterface): Awaitable<ResponseInterface>;
}
