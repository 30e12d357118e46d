import type { RequestSource } from './request-source.js';
import type { ServerRequestInterface } from './server-request.js';

/** Creates requests from an adapter's description. */
export interface ServerRequestCreatorInterface {
  /**
   * Parses nothing: each fact is computed from the source on first use. If it
   * is malformed, that first use throws with `status` 400.
   *
   * The base path of the source becomes that of the URI, whose path is the remainder, unchanged: `''`
   * for a target that is the base path itself.
   *
   * The request has its own lifetime, which the adapter ends. Its URI joins the source's scheme,
   * host and target; an authority in the target takes precedence over the host (RFC 9112 3.2.2), a scheme in
   * it is ignored, and `*` is an empty path. Its body is not seekable and has the source's size.
   *
   * A backslash in the path of the target, and a `%` that does not begin an escape, stay in the URI's path as received, so
   * that code that decides by path can refuse them. Other characters that are invalid in a path are percent-encoded.
   */
  createServerRequestFromSource(source: RequestSource): ServerRequestInterface;
}
