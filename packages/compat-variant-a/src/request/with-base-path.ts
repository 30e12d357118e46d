import type { ServerRequestInterface } from '@mortise/http-message';

/**
 * Moves the path under which an application is mounted from the path of a request's URI to its base
 * path, at the border of a segment.
 *
 * @param basePath begins with `/` and does not end with one; `''` for none
 * @returns the same request when its path is not under the base path, or has a base path already
 */
export function withBasePath(
  request: ServerRequestInterface,
  basePath: string,
): ServerRequestInterface {
  if (basePath === '') return request;
  const uri = request.getUri();
  const path = uri.getPath();
  const within = path === basePath || path.startsWith(`${basePath}/`);
  if (!within || uri.getBasePath() !== '') return request;
  const rest = path.slice(basePath.length);
  return request.withUri(uri.withPath(rest === '' ? '/' : rest).withBasePath(basePath), true);
}
