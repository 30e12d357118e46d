import type { ServerRequestInterface } from '@mortise/http-message';
import type { NearRoute } from '../exceptions/exceptions-by-status.js';

/** The routes of an application, with the reason why each does or does not match a request. */
interface ExplainedRoutes {
  explain(
    method: string,
    path: string,
  ): readonly {
    readonly route: Pick<NearRoute, 'methods' | 'pattern'>;
    readonly reason: string;
  }[];
}

/**
 * Returns every route with the reason why it does not match, those that share the longest beginning with the path
 * first.
 */
export function nearRoutes(
  routes: ExplainedRoutes,
  request: ServerRequestInterface,
): readonly NearRoute[] {
  const path = request.getUri().getPath();
  return routes
    .explain(request.getMethod(), path)
    .map(({ route: { methods, pattern }, reason }) => ({ methods, pattern, reason }))
    .sort((one, other) => inCommon(other.pattern, path) - inCommon(one.pattern, path));
}

/** Returns the length of the common prefix of two strings. */
function inCommon(one: string, other: string): number {
  let at = 0;
  // eslint-disable-next-line eslint-rules/compare-request-path -- it only sorts what developers read
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}
