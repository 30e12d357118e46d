import type { ServerRequestInterface } from '@mortise/http-message';
import { canonicalPath } from '@mortise/http-syntax';

/**
 * Moves the path under which an application is mounted from the path of a request's URI to its base
 * path, at the border of a segment, however the request spells it.
 *
 * @param basePath canonical; begins with `/` and does not end with one; `''` for none
 * @returns the same request when its path is not under the base path, or has a base path already
 */
export function withBasePath(
  request: ServerRequestInterface,
  basePath: string,
): ServerRequestInterface {
  if (basePath === '') return request;
  const uri = request.getUri();
  if (uri.getBasePath() !== '') return request;
  const path = uri.getPath();
  const beginning = path.split('/', basePath.split('/').length).join('/');
  if (beginning !== basePath && canonicalPath(beginning) !== basePath) return request;
  const rest = path.slice(beginning.length);
  return request.withUri(uri.withPath(rest === '' ? '/' : rest).withBasePath(basePath), true);
}
