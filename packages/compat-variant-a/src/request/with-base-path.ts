import type { ServerRequestInterface } from '@mortise/http-message';
import { canonicalPath, pathBelow } from '@mortise/http-syntax';

/**
 * Moves the path under which an application is mounted from the path of a request's URI to its base
 * path, after the existing base path. It matches whole segments, in any encoding.
 *
 * @param basePath canonical; begins with `/` and does not end with one; `''` for none
 * @returns the same request if its path is not under the base path, if its base path already ends with
 *   it, and if the rest has no canonical form, which `withPath` would correct
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
