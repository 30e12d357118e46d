import type { ServerRequestInterface, UriInterface } from '@mortise/http-message';
import { loggedTarget } from '../logged-target.js';

/** The members of a request's URI that logs and traces read. */
export type LoggedUri = Pick<
  UriInterface,
  'getScheme' | 'getHost' | 'getPort' | 'getPath' | 'getQuery'
>;

/**
 * Returns the URI of a request for logs and traces, even if its target or `Host` is malformed and `getUri()` throws:
 * such a request gets a 400, and is logged like any other.
 *
 * @returns the request's own URI, whose query can contain secrets, with its base path in the path; for a malformed one, a
 *   URI whose path is the target without user info, query and fragment, and whose host and query are `''`
 */
export function loggedUri(request: ServerRequestInterface): LoggedUri {
  try {
    const uri = request.getUri();
    // The base path is canonical, as `withPath` wants it.
    return uri.getBasePath() === '' ? uri : uri.withPath(uri.getBasePath() + uri.getPath());
  } catch {
    const { REQUEST_SCHEME: scheme = 'http' } = request.getServerParams();
    const path = loggedTarget(request.getRequestTarget());
    return {
      getScheme: () => scheme,
      getHost: () => '',
      getPort: () => null,
      getPath: () => path,
      getQuery: () => '',
    };
  }
}
