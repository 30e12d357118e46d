import type { ServerRequestInterface, UriInterface } from '@mortise/http-message';
import { loggedTarget } from '../logged-target.js';

/** What logs and traces say about the address of a request. */
export interface LoggedAddress {
  /** `http` or `https`. */
  readonly scheme: string;
  /** `''` if unknown, or malformed. */
  readonly host: string;
  /** `null` for the default port of the scheme, and if unknown. */
  readonly port: number | null;
  /** As the URI has it; of a malformed target the target itself. */
  readonly path: string;
  /** Without the question mark; `''` if absent. It can contain secrets. */
  readonly query: string;
}

/**
 * Reads the address of a request, even of one with a malformed target or `Host`, whose URI cannot be read: it gets a 400,
 * and is logged and traced like every other request. Its path is then the target without user, query and fragment.
 */
export function loggedAddress(request: ServerRequestInterface): LoggedAddress {
  const uri = readableUri(request);
  if (uri === null) {
    const { REQUEST_SCHEME: scheme = 'http' } = request.getServerParams();
    const path = loggedTarget(request.getRequestTarget());
    return { scheme, host: '', port: null, path, query: '' };
  }
  return {
    scheme: uri.getScheme(),
    host: uri.getHost(),
    port: uri.getPort(),
    path: uri.getPath(),
    query: uri.getQuery(),
  };
}

function readableUri(request: ServerRequestInterface): UriInterface | null {
  try {
    return request.getUri();
  } catch {
    return null;
  }
}
