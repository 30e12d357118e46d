import { loggedTarget, warnOnce } from '@mortise/base';
import type { ServerRequestInterface } from '@mortise/http-message';
import { requestPath } from '../request-path.js';

/**
 * Paths that are easily mixed up with a path, each list with what to do.
 *
 * @param patterns those of the routes
 * @param base what a mount or a base path has removed from the path; `''` for nothing
 */
type Spell = (path: string, patterns: readonly string[], base: string) => readonly string[];

const SPELLINGS: readonly (readonly [Spell, advice: string])[] = [
  [
    (path) => (path.endsWith('/') ? [] : [`${path}/`]),
    "A trailing slash makes a different path. In a group, the pattern of its own path is '', not '/'. To redirect to the path that has a route, write app.add(canonicalUrl({ slash: 'route' })).",
  ],
  [
    (path) => (path.endsWith('/') ? [path.slice(0, -1)] : []),
    "A trailing slash makes a different path. To redirect to the path that has a route, write app.add(canonicalUrl({ slash: 'route' })).",
  ],
  [(path) => [path.replaceAll(/\/{2,}/g, '/')], 'Each slash counts: send one.'],
  [
    (path, patterns) => patterns.map((pattern) => inCaseOf(pattern, path)),
    'Paths are case-sensitive.',
  ],
  [
    (path, _patterns, base) => [base && base + path],
    'Mounts and base paths remove their prefix: write the patterns without it.',
  ],
];

/** Writes segments that only differ in case from those of a pattern as the pattern does. */
function inCaseOf(pattern: string, path: string): string {
  const own = pattern.replaceAll(/[[\]]/g, '').split('/');
  const written = (part: string, i: number) =>
    part.toLowerCase() === own[i]?.toLowerCase() ? own[i] : part;
  return path.split('/').map(written).join('/');
}

/**
 * Creates a function that is called with each request without a route. It warns once (`process.emitWarning`) if a similar
 * path has a route: with or without a slash at the end, without repeated slashes, in another case, with the prefix of a mount.
 */
export function nearRouteWarning(
  methodsFor: (path: string) => readonly string[],
  patterns: () => readonly string[],
  basePath: () => string,
): (request: ServerRequestInterface) => void {
  const warnNow = warnOnce('ROUTE_NOT_FOUND');
  return (request) => {
    const path = requestPath(request) ?? '';
    const own = basePath();
    const base = own !== '' && path.startsWith(own) ? own : request.getUri().getBasePath();
    for (const [spell, advice] of SPELLINGS) {
      const other = spell(path, patterns(), base).find(
        (each) => each !== '' && each !== path && methodsFor(each).length > 0,
      );
      if (other === undefined) continue;
      const missed = `${request.getMethod()} ${loggedTarget(path)}`;
      const [method] = methodsFor(other);
      warnNow(`${missed} matches no route, but ${method} ${loggedTarget(other)} does`, advice);
      return;
    }
  };
}
