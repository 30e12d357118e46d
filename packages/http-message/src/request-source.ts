/**
 * What an adapter knows of a request that came in, before anybody parses it.
 *
 * An adapter hands one to {@link ServerRequestCreatorInterface}; members may be getters that compute
 * when they are read, and are read at most once each. Nothing here is decoded or trusted beyond what
 * is said.
 */
export interface RequestSource {
  /** As in the request line: a token. */
  readonly method: string;

  /**
   * The request target as in the request line (RFC 9112 3.2), as the client sent it: what an outer
   * application or a trusted proxy has cut off the path is in front of it again.
   */
  readonly target: string;

  /**
   * The path under which the application is mounted, by the adapter's decision whom to trust: `''`
   * (the default), or a canonical path that begins with one `/` and does not end with one. The path of
   * the target begins with it, in any spelling, up to the end of a segment; a target without a path
   * (`*`, an authority) has none.
   */
  readonly basePath?: string;

  /** `'1.0'`, `'1.1'`, `'2'`. */
  readonly protocolVersion: string;

  /**
   * Alternating names and values as received: case, order and repetition kept; each is a valid field
   * name or value, its bytes as characters U+0000 to U+00FF.
   */
  readonly rawHeaders: readonly string[];

  /** How the client reached us, by the adapter's decision whom to trust. */
  readonly scheme: 'http' | 'https';

  /**
   * The authority that the client addressed (`host[:port]`): the `Host` header or what a trusted
   * proxy said; `''` when there is none.
   */
  readonly host: string;

  /** The client's address, by the adapter's decision whom to trust; `null` when there is none. */
  readonly remoteAddress: string | null;

  readonly remotePort: number | null;

  readonly localAddress: string | null;

  readonly localPort: number | null;

  /** `null` when the request has no body (neither `Content-Length` nor `Transfer-Encoding`). */
  readonly body: BodySource | null;
}

/**
 * The bytes of a body to come; can be read once, by either member.
 *
 * Nothing is read from the client, and `100 Continue` is not sent, before somebody reads. Reading
 * fails when the client goes away before the end (`code` `'REQUEST_ABORTED'`, `status` 400) and when
 * a limit of the adapter is crossed (its `status` says which).
 */
export interface BodySource extends AsyncIterable<Uint8Array> {
  /** Bytes, as announced and enforced by the framing; `null` when it is not known in advance. */
  readonly size: number | null;

  /**
   * All bytes; an empty array when there are none. Code that needs all of an unread body calls this: an
   * adapter bounds what is held in memory at once.
   */
  bytes(): Promise<Uint8Array>;
}
