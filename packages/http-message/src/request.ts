import type { MessageInterface } from './message.js';
import type { UriInterface } from './uri.js';

/**
 * A request as a client sends it.
 *
 * @see PSR-7 3.2; RFC 9112 3
 */
export interface RequestInterface extends MessageInterface {
  /**
   * The target of the request line: the argument of {@link withRequestTarget}; otherwise the received
   * target, unless {@link withUri} has replaced the received URI; otherwise the URI's base
   * path, path and query; otherwise `'/'`. A rootless path gets a leading slash: only an
   * origin-form target has a path (RFC 9112 3.2.1).
   */
  getRequestTarget(): string;

  /**
   * @param requestTarget any form of RFC 9112 3.2 (origin, absolute, authority, asterisk); not
   *   empty, no whitespace, no control character
   * @throws {MessageErrorInterface} `TARGET_INVALID`
   */
  withRequestTarget(requestTarget: string): this;

  /** The method, in its original case: methods are case-sensitive (RFC 9110 9.1). */
  getMethod(): string;

  /**
   * @param method a token; its case is kept
   * @throws {MessageErrorInterface} `METHOD_INVALID`
   */
  withMethod(method: string): this;

  /**
   * The URI that the request addresses.
   *
   * @throws {MessageErrorInterface} with `status` 400 if the received URI is malformed, when it is read
   *   for the first time
   */
  getUri(): UriInterface;

  /**
   * Sets the URI, and the `Host` header from it: host, and port unless it is the scheme's default.
   * It replaces an existing one in place, or comes first (RFC 9110 7.2). A URI without a host
   * leaves the header unchanged.
   *
   * @param preserveHost `true`: a `Host` header that is present and whose line is not empty stays unchanged.
   *   Default `false`.
   */
  withUri(uri: UriInterface, preserveHost?: boolean): this;
}
