import { checkRequest, receivedPath } from '@mortise/base/message';
import type { ServerRequestInterface } from '@mortise/http-message';
import { canonicalPath } from '@mortise/http-syntax';

/**
 * Returns the path of a request as routing compares it: canonical, so that all encodings of a path are equal, and with a
 * leading slash. Use it in code that makes decisions based on the path, such as your own guard, so that it sees the same
 * path as routing.
 *
 * @returns `null` for a path that has no canonical form (NUL, a raw backslash, a broken escape)
 */
export function requestPath(request: ServerRequestInterface): string | null {
  checkRequest('requestPath', request, 'getUri');
  return canonicalPath(sentPath(request));
}

/** Returns the path of a request as received. A path that a layer has set can lack the slash, which is added, as in routing. */
export function sentPath(request: ServerRequestInterface): string {
  const path = receivedPath(request) ?? request.getUri().getPath();
  return path.startsWith('/') ? path : `/${path}`;
}
