import { ROUTES } from '@mortise/base/keys';
import type { ServerRequestInterface } from '@mortise/http-message';
import { canonicalPath } from '@mortise/http-syntax';

/**
 * Whether the application, whose guards may protect files, canonicalizes a path as this package does. An application
 * pinned to another release can have other rules; its guards would then compare a path other than the file's.
 *
 * @param path the path of the request, in any encoding
 * @returns `true` outside an application, and for a path without a canonical form, which no file has
 */
export function readsAlike(request: ServerRequestInterface, path: string): boolean {
  const canonical = canonicalPath(path);
  if (canonical === null || canonical === path) return true;
  const routes = request.getAttribute(ROUTES)?.collector;
  return routes?.canonicalPath(path) === routes?.canonicalPath(canonical);
}
