import type { ServerParams } from './params.js';
import type { ServerRequestInterface } from './server-request.js';
import type { UriInterface } from './uri.js';

/**
 * Creates requests as a server receives them.
 *
 * @see PSR-17 2.3
 */
export interface ServerRequestFactoryInterface {
  /**
   * Creates a server request that was not received, with the defaults of {@link RequestFactoryInterface}. The server
   * parameters do not affect its other parts.
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
