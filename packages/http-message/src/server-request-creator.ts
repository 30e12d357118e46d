import type { RequestSource } from './request-source.js';
import type { ServerRequestInterface } from './server-request.js';

/** Creates requests from an adapter's description of a received request. */
export interface ServerRequestCreatorInterface {
  /**
   * Creates a request without parsing anything: each part is computed from the source on first use, which throws an
   * error with `status` 400 if that part is malformed.
   *
   * The source's base path becomes the URI's base path. The URI's path is the rest, unchanged: `''` if the target is
   * the base path itself.
   *
   * The request has its own lifetime, which the adapter ends. Its URI combines the source's scheme, host and target: an
   * authority in the target takes precedence over the host (RFC 9112 3.2.2), a scheme in the target is ignored, and `*`
   * becomes an empty path. Its body is not seekable and has the source's size.
   *
   * In the URI's path, a backslash and a `%` that does not begin an escape stay as received, so that code that makes
   * decisions based on the path can reject them. Other characters that are invalid in a path are percent-encoded.
   */
  createServerRequestFromSource(source: RequestSource): ServerRequestInterface;
}
