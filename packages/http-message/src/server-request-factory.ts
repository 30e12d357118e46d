import type { ServerParams } from './params.js';
import type { ServerRequestInterface } from './server-request.js';
import type { UriInterface } from './uri.js';

/** @see PSR-17 2.3 */
export interface ServerRequestFactoryInterface {
  /**
   * A request made by hand, as {@link RequestFactoryInterface} makes one: nothing is taken from the
   * server parameters but they themselves.
   *
   * @param method a token; its case is kept
   * @param serverParams copied; default `{}`
   * @throws {MessageErrorInterface} `METHOD_INVALID`, `URI_INVALID` and its kin
   */
  createServerRequest(
    method: string,
    uri: UriInterface | string,
    serverParams?: ServerParams,
  ): ServerRequestInterface;
}
