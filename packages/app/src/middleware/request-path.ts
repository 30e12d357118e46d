import type { ServerRequestInterface } from '@mortise/http-message';
import { canonicalPath } from '@mortise/http-syntax';

/**
 * The path of a request as routing compares it: canonical, so that every spelling of a path is one.
 * Code that decides by path (your own guard, for example) uses this, and sees what routing sees.
 *
 * @returns `null` for a path that has no canonical form (NUL, a raw backslash, a broken escape)
 */
export function requestPath(request: ServerRequestInterface): string | null {
  return canonicalPath(request.getUri().getPath());
}
