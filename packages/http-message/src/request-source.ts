/**
 * An adapter's description of a received request, before it is parsed.
 *
 * An adapter passes it to {@link ServerRequestCreatorInterface}. Members can be getters that compute
 * their value; each is read at most once. Values are neither decoded nor trusted beyond
 * what is documented here.
 */
export interface RequestSource {
  /** As in the request line: a token. */
  readonly method: string;

  /**
   * The request target as in the request line (RFC 9112 3.2), as the client sent it: it includes the path that an outer
   * application or a trusted proxy has removed.
   */
  readonly target: string;

  /**
   * The path under which the application is mounted, as determined by the adapter's trust settings: `''`
   * (the default), or a canonical path that begins with a single `/` and does not end with one. The path of
   * the target begins with it, in any encoding, up to the end of a segment; a target without a path
   * (`*`, an authority) does not.
   */
  readonly basePath?: string;

  /** `'1.0'`, `'1.1'`, `'2'`. */
  readonly protocolVersion: string;

  /**
   * Alternating names and values as received: case, order and repetition are kept; each is a valid header
   * name or value, its bytes as characters U+0000 to U+00FF.
   */
  readonly rawHeaders: readonly string[];

  /** The scheme that the client used, as determined by the adapter's trust settings. */
  readonly scheme: 'http' | 'https';

  /**
   * The authority that the client addressed (`host[:port]`): the `Host` header, or the value of a trusted
   * proxy; `''` if absent.
   */
  readonly host: string;

  /** The client's address, as determined by the adapter's trust settings; `null` if unknown. */
  readonly remoteAddress: string | null;

  readonly remotePort: number | null;

  readonly localAddress: string | null;

  readonly localPort: number | null;

  /** `null` if the request has no body (neither `Content-Length` nor `Transfer-Encoding`). */
  readonly body: BodySource | null;
}

/**
 * The bytes of a body that is still to arrive; can be read once, by either member.
 *
 * Nothing is read from the client, and `100 Continue` is not sent, before the first read. Reading
 * fails if the client disconnects before the end (`code` `'REQUEST_ABORTED'`, `status` 400) and if
 * a limit of the adapter is exceeded (which its `status` indicates).
 */
export interface BodySource extends AsyncIterable<Uint8Array> {
  /** Bytes, as declared and enforced by the framing; `null` if unknown in advance. */
  readonly size: number | null;

  /**
   * Returns all bytes; an empty array if there are none. Code that needs the whole unread body should call this,
   * because an adapter limits how much is kept in memory.
   */
  bytes(): Promise<Uint8Array>;
}
