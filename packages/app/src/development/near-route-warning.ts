import { loggedTarget, warnOnce } from '@mortise/base';
import type { ServerRequestInterface } from '@mortise/http-message';
import { requestPath } from '../request-path.js';

/** Returns paths that are easily mixed up with a path. */
type Spell = (path: string, patterns: readonly string[]) => readonly string[];

/** The ways in which paths are mixed up, each with what to do. */
const SPELLINGS: readonly (readonly [spell: Spell, advice: string])[] = [
  [
    (path) => [path.endsWith('/') ? path.slice(0, -1) : `${path}/`],
    "A trailing slash makes a different path. To redirect to the path that has a route, write app.add(canonicalUrl({ slash: 'route' })).",
  ],
  [(path) => [path.replaceAll(/\/{2,}/g, '/')], 'Each slash counts: send one.'],
  [
    (path, patterns) => [path.toLowerCase(), ...patterns.map((pattern) => inCaseOf(pattern, path))],
    'Paths are case-sensitive.',
  ],
];

/** Returns the path with the segments that only differ in case from those of a pattern as the pattern writes them. */
function inCaseOf(pattern: string, path: string): string {
  const own = pattern.replaceAll(/[[\]]/g, '').split('/');
  const isSame = (part: string, i: number) => part.toLowerCase() === own[i]?.toLowerCase();
  return path
    .split('/')
    .map((part, i) => (isSame(part, i) ? own[i] : part))
    .join('/');
}

/**
 * Creates a function that is called with each request without a route. It warns once (`process.emitWarning`) if a similar
 * path has a route: with or without a slash at the end, without repeated slashes, in another case.
 *
 * @param patterns returns those of all routes, with the base path
 */
export function nearRouteWarning(
  methodsFor: (path: string) => readonly string[],
  patterns: () => readonly string[],
): (request: ServerRequestInterface) => void {
  const warnNow = warnOnce('ROUTE_NOT_FOUND');
  return (request) => {
    const path = requestPath(request) ?? '';
    for (const [spell, advice] of SPELLINGS) {
      for (const other of spell(path, patterns())) {
        const [method] = other === '' || other === path ? [] : methodsFor(other);
        if (method === undefined) continue;
        const missed = `${request.getMethod()} ${loggedTarget(path)}`;
        warnNow(`${missed} matches no route, but ${method} ${loggedTarget(other)} does`, advice);
        return;
      }
    }
  };
}
