import type { RequestSource } from './request-source.js';
import type { ServerRequestInterface } from './server-request.js';

/** Makes requests of what an adapter received. */
export interface ServerRequestCreatorInterface {
  /**
   * Parses nothing: each fact is computed from the source when it is first asked for. A fact that
   * turns out malformed then throws with `status` 400.
   *
   * The base path of the source becomes that of the URI, whose path is the remainder, unchanged: `''`
   * for a target that is the base path itself.
   *
   * The request has a lifetime of its own, which the adapter ends. Its URI joins the source's scheme,
   * host and target; an authority in the target goes before the host (RFC 9112 3.2.2), a scheme in
   * it counts for nothing. Its body is not seekable and its size is the source's.
   *
   * A backslash in the path of the target, and a `%` that begins no escape, stay in the URI's path as
   * received: whatever decides by the path can refuse them. Other characters that a path cannot hold
   * are percent-encoded.
   */
  createServerRequestFromSource(source: RequestSource): ServerRequestInterface;
}
