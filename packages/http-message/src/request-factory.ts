import type { RequestInterface } from './request.js';
import type { UriInterface } from './uri.js';

/**
 * Creates requests as a client sends them.
 *
 * @see PSR-17 2.1
 */
export interface RequestFactoryInterface {
  /**
   * Creates a request with protocol version `'1.1'`, an empty in-memory body, and a `Host` header if the URI has a
   * host.
   *
   * @param method a token; its case is kept
   * @throws {MessageErrorInterface} `METHOD_INVALID`, `URI_INVALID` and related codes
   */
  createRequest(method: string, uri: UriInterface | string): RequestInterface;
}
