import type { MessageInterface } from './message.js';
import type { UriInterface } from './uri.js';

/**
 * A request as a client sends it.
 *
 * @see PSR-7 3.2; RFC 9112 3
 */
export interface RequestInterface extends MessageInterface {
  /**
   * What stands in the request line: the target given with {@link withRequestTarget}; else that of
   * the wire, unless {@link withUri} has replaced the URI that came with it; else the URI's path
   * (its base path in front) and query; else `'/'`. A rootless path gets a slash in front: no target
   * but an origin-form one names a path (RFC 9112 3.2.1).
   */
  getRequestTarget(): string;

  /**
   * @param requestTarget any form of RFC 9112 3.2 (origin, absolute, authority, asterisk); not
   *   empty, no white space, no control character
   * @throws {MessageErrorInterface} `TARGET_INVALID`
   */
  withRequestTarget(requestTarget: string): this;

  /** The method, in the case it was given: methods are case-sensitive (RFC 9110 9.1). */
  getMethod(): string;

  /**
   * @param method a token; its case is kept
   * @throws {MessageErrorInterface} `METHOD_INVALID`
   */
  withMethod(method: string): this;

  /**
   * The URI that the request addresses.
   *
   * @throws {MessageErrorInterface} with `status` 400 when it is read from the wire for the first
   *   time and is malformed there
   */
  getUri(): UriInterface;

  /**
   * Sets the URI, and the `Host` header from it: host, and port unless it is the scheme's default.
   * It takes the place of an older one, else the first place (RFC 9110 7.2). A URI without a host
   * leaves the header alone.
   *
   * @param preserveHost `true`: a `Host` header that is present and not empty stays as it is.
   *   Default `false`.
   */
  withUri(uri: UriInterface, preserveHost?: boolean): this;
}
