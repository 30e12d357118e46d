import type { ServerParams } from './params.js';
import type { ServerRequestInterface } from './server-request.js';
import type { UriInterface } from './uri.js';

/** @see PSR-17 2.3 */
export interface ServerRequestFactoryInterface {
  /**
   * Creates a request that was not received, like {@link RequestFactoryInterface}: the
   * server parameters have no influence on its other parts.
   *
   * @param method a token; its case is kept
   * @param serverParams copied; default `{}`
   * @throws {MessageErrorInterface} `METHOD_INVALID`, `URI_INVALID` and related codes
   */
  createServerRequest(
    method: string,
    uri: UriInterface | string,
    serverParams?: ServerParams,
  ): ServerRequestInterface;
}
