/**
 * An immutable URI (RFC 3986): each `with*` method returns another URI and leaves this one unchanged.
 *
 * Components are normalized when they are set. Scheme and host become lower case. Characters that are invalid in a
 * component are percent-encoded as UTF-8, with upper-case hex digits. An existing escape stays unchanged (`%41`,
 * `%2f`), so nothing is encoded twice; a `%` that does not begin an escape becomes `%25`. Dot segments and double
 * slashes stay. A port that is the scheme's default is dropped, whichever of the two is set.
 *
 * @see PSR-7 3.5
 */
export interface UriInterface {
  /** The scheme in lower case, without `:`; `''` if absent. */
  getScheme(): string;

  /** `[userinfo@]host[:port]`; `''` without a host. A default port is omitted. */
  getAuthority(): string;

  /** `user` or `user:password`, percent-encoded; `''` if absent. */
  getUserInfo(): string;

  /** The host in lower case, an IPv6 address in brackets; `''` if absent. */
  getHost(): string;

  /** The port, 0 to 65535; `null` if absent or the scheme's default (80, 443). */
  getPort(): number | null;

  /**
   * The path, percent-encoded: `''`, absolute (`/a`) or rootless (`a`). If there is a base path, this is the part after
   * it: the path within the application. The URI of a received request keeps backslashes and malformed escapes as
   * received (see {@link ServerRequestCreatorInterface}).
   */
  getPath(): string;

  /**
   * The path under which the application is mounted. It precedes {@link getPath} and is not part of it. For a received
   * request, it is the path that the adapter was configured with, or the prefix that an outer application or a trusted
   * proxy has removed. `''` if the application is at the root; otherwise it begins with `/` and does not end with one.
   */
  getBasePath(): string;

  /** The query without `?`, percent-encoded; `''` if absent. */
  getQuery(): string;

  /** The fragment without `#`, percent-encoded; `''` if absent. */
  getFragment(): string;

  /**
   * `scheme://authority` and the base path, without a trailing slash; `''` if all are empty. Empty parts are omitted,
   * along with their `:` or `//`.
   */
  getBaseUrl(): string;

  /**
   * Returns a copy with this scheme.
   *
   * @param scheme case-insensitive; `''` removes it
   * @throws {MessageErrorInterface} `URI_SCHEME_INVALID` (RFC 3986 3.1)
   */
  withScheme(scheme: string): this;

  /**
   * Returns a copy with this user info.
   *
   * @param user percent-encoded as needed; `''` removes the user info
   * @param password `null` (the default) for none; `''` is an empty password, which keeps its `:`
   * @throws {MessageErrorInterface} `URI_INVALID` for a control character
   */
  withUserInfo(user: string, password?: string | null): this;

  /**
   * Returns a copy with this host.
   *
   * @param host a name, an IPv4 address or an IPv6 address in brackets; `''` removes it. A name with non-ASCII
   *   characters is stored in its IDNA form (`xn--...`).
   * @throws {MessageErrorInterface} `URI_HOST_INVALID` for a control character, a space, a delimiter (`/ ? # @ \ :`) or
   *   a malformed address
   */
  withHost(host: string): this;

  /**
   * Returns a copy with this port.
   *
   * @param port an integer from 0 to 65535; `null` removes it
   * @throws {MessageErrorInterface} `URI_PORT_INVALID`
   */
  withPort(port: number | null): this;

  /**
   * Returns a copy with this path.
   *
   * @param path percent-encoded or not; `''` removes it
   * @throws {MessageErrorInterface} `URI_PATH_INVALID` for a control character
   */
  withPath(path: string): this;

  /**
   * Returns a copy with this base path.
   *
   * @param basePath `''`, or a path that begins with `/`; trailing slashes are removed
   * @throws {MessageErrorInterface} `URI_PATH_INVALID`
   */
  withBasePath(basePath: string): this;

  /**
   * Returns a copy with this query.
   *
   * @param query without `?`, percent-encoded or not: characters that are invalid in a query are encoded, including
   *   line breaks and other control characters; `''` removes it
   * @throws {MessageErrorInterface} `URI_INVALID` for a value that is not a string
   */
  withQuery(query: string): this;

  /**
   * Returns a copy with this fragment.
   *
   * @param fragment without `#`, encoded like a query; `''` removes it
   * @throws {MessageErrorInterface} `URI_INVALID` for a value that is not a string
   */
  withFragment(fragment: string): this;

  /**
   * The URI as text (RFC 3986 5.3), including the base path. It never parses as a different URI: with a host, a
   * rootless path gets a leading `/`; without a host, several leading slashes become one, and `./` is prepended to a
   * path that would look like a scheme (`a:b`, RFC 3986 4.2).
   */
  toString(): string;
}
