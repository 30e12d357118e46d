import type { UriInterface } from './uri.js';

/**
 * Creates URIs.
 *
 * @see PSR-17 2.6
 */
export interface UriFactoryInterface {
  /**
   * Creates a URI.
   *
   * @param uri a URI or a relative reference (RFC 3986 4.1); default `''`
   * @throws {MessageErrorInterface} `URI_INVALID`, `URI_SCHEME_INVALID`, `URI_HOST_INVALID`,
   *   `URI_PORT_INVALID`, `URI_PATH_INVALID`
   */
  createUri(uri?: string): UriInterface;
}
