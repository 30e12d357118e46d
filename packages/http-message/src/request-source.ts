/**
 * An adapter's description of a received request, before it is parsed.
 *
 * The adapter passes it to {@link ServerRequestCreatorInterface}. Members can be getters that compute their value; each
 * is read at most once. Values are neither decoded nor validated beyond what is documented here.
 */
export interface RequestSource {
  /** The method from the request line, a token. */
  readonly method: string;

  /**
   * The request target (RFC 9112 3.2) as the client sent it, including any path prefix that an outer application or a
   * trusted proxy has removed.
   */
  readonly target: string;

  /**
   * The path under which the application is mounted, as determined by the adapter's trust settings: `''` (the default),
   * or a canonical path that begins with a single `/` and does not end with one. If the target has a path, that path
   * begins with this one, in any percent-encoding, followed by `/` or nothing.
   */
  readonly basePath?: string;

  /** The HTTP version: `'1.0'`, `'1.1'`, `'2'`. */
  readonly protocolVersion: string;

  /**
   * Alternating header names and values as received, in their original case and order, including repeated names. Each
   * is valid, with one character (U+0000 to U+00FF) per byte.
   */
  readonly rawHeaders: readonly string[];

  /** The scheme that the client used, as determined by the adapter's trust settings. */
  readonly scheme: 'http' | 'https';

  /**
   * The authority that the client addressed (`host[:port]`), from the `Host` header or a trusted proxy; `''` if absent.
   */
  readonly host: string;

  /**
   * Whether {@link host} comes from a trusted proxy, and so takes precedence over an authority in the target. Default
   * `false`: an authority in the target takes precedence (RFC 9112 3.2.2).
   */
  readonly hostReported?: boolean;

  /** The client's address, as determined by the adapter's trust settings; `null` if unknown. */
  readonly remoteAddress: string | null;

  /** The client's port; `null` if unknown. */
  readonly remotePort: number | null;

  /** The server's address on this connection; `null` if unknown. */
  readonly localAddress: string | null;

  /** The server's port on this connection; `null` if unknown. */
  readonly localPort: number | null;

  /** The body; `null` if the request has none (neither `Content-Length` nor `Transfer-Encoding`). */
  readonly body: BodySource | null;
}

/**
 * The bytes of a body that is still arriving. They can be read once, by iteration or with {@link bytes}.
 *
 * Before the first read, nothing is read from the client, and `100 Continue` is not sent. Reading fails if the client
 * disconnects before the end (`code` `'REQUEST_ABORTED'`, `status` 400) or if a limit of the adapter is exceeded (the
 * error's `status` depends on the limit).
 */
export interface BodySource extends AsyncIterable<Uint8Array> {
  /** The size in bytes, as declared and enforced by the framing; `null` if unknown in advance. */
  readonly size: number | null;

  /**
   * Returns all bytes; an empty array if there are none. Code that needs the whole unread body should call this,
   * because the adapter limits how much is kept in memory.
   */
  bytes(): Promise<Uint8Array>;
}
