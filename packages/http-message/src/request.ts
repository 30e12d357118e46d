import type { MessageInterface } from './message.js';
import type { UriInterface } from './uri.js';

/**
 * A request as a client sends it.
 *
 * @see PSR-7 3.2; RFC 9112 3
 */
export interface RequestInterface extends MessageInterface {
  /**
   * The target of the request line: the argument of {@link withRequestTarget}; otherwise the received target, unless
   * {@link withUri} has replaced the received URI; otherwise the URI's base path, path and query. An empty path becomes
   * `'/'` and a rootless one gets a leading slash, because an origin-form target begins with one (RFC 9112 3.2.1).
   */
  getRequestTarget(): string;

  /**
   * Returns a copy with this request target.
   *
   * @param requestTarget any form of RFC 9112 3.2 (origin, absolute, authority, asterisk); not empty, without
   *   whitespace or control characters
   * @throws {MessageErrorInterface} `TARGET_INVALID`
   */
  withRequestTarget(requestTarget: string): this;

  /** The method, in its original case: methods are case-sensitive (RFC 9110 9.1). */
  getMethod(): string;

  /**
   * Returns a copy with this method.
   *
   * @param method a token; its case is kept
   * @throws {MessageErrorInterface} `METHOD_INVALID`
   */
  withMethod(method: string): this;

  /**
   * The URI that the request addresses.
   *
   * @throws {MessageErrorInterface} with `status` 400 if the received target or host is malformed, which is checked on
   *   first use
   */
  getUri(): UriInterface;

  /**
   * Sets the URI, and derives the `Host` header from it: the host, and the port unless it is the scheme's default. An
   * existing `Host` header is replaced in place; otherwise it is added as the first header (RFC 9110 7.2). A URI
   * without a host leaves the header unchanged.
   *
   * @param preserveHost `true` keeps an existing `Host` header that is not empty. Default `false`.
   */
  withUri(uri: UriInterface, preserveHost?: boolean): this;
}
