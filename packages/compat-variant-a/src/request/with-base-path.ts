import type { ServerRequestInterface } from '@mortise/http-message';
import { canonicalPath, pathBelow } from '@mortise/http-syntax';

/**
 * Moves the path under which an application is mounted from the path of a request's URI to its base
 * path, behind the base path that the URI has, at the end of a segment, however the request spells it.
 *
 * @param basePath canonical; begins with `/` and does not end with one; `''` for none
 * @returns the same request if its path is not under the base path, if its base path ends with it
 *   already, and if the remainder has no canonical form, which `withPath` would repair
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
