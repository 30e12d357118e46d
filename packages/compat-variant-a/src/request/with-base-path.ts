import type { ServerRequestInterface } from '@mortise/http-message';
import { canonicalPath, pathBelow } from '@mortise/http-syntax';

/**
 * Moves the path where an application is mounted from the path of a request's URI to the end of its base path. It
 * matches whole segments, in any encoding.
 *
 * @param basePath canonical; begins with `/` and does not end with one; `''` for none
 * @returns the same request if its path is not below `basePath`, if its base path already ends with it, or if the rest
 *   has no canonical form, which `withPath` would correct
 */
export function withBasePath(
  request: ServerRequestInterface,
  basePath: string,
): ServerRequestInterface {
  if (basePath === '') return request;
  const uri = request.getUri();
  const outer = uri.getBasePath();
  const rest = outer.endsWith(basePath) ? null : pathBelow(uri.getPath(), basePath);
  if (rest === null || canonicalPath(rest) === null) return request;
  const path = rest === '' ? '/' : rest;
  return request.withUri(uri.withPath(path).withBasePath(outer + basePath), true);
}
