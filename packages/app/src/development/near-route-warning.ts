import { loggedTarget, warnOnce } from '@mortise/base';
import type { ServerRequestInterface } from '@mortise/http-message';
import { requestPath } from '../request-path.js';

/** Spellings of a path that are easily mixed up, each with what to do. */
const SPELLINGS: readonly (readonly [spell: (path: string) => string, advice: string])[] = [
  [
    (path) => (path.endsWith('/') ? path.slice(0, -1) : `${path}/`),
    "A path with a slash at the end is another path. To redirect to the route's spelling, write app.add(canonicalUrl({ slash: 'route' })).",
  ],
  [(path) => path.replaceAll(/\/{2,}/g, '/'), 'Each slash counts: send one.'],
  [(path) => path.toLowerCase(), 'Paths are case-sensitive.'],
];

/**
 * Creates a function that is called with each request without a route. It warns once (`process.emitWarning`) if another
 * spelling of the path has a route: with or without a slash at the end, without repeated slashes, in lower case.
 */
export function nearRouteWarning(
  methodsFor: (path: string) => readonly string[],
): (request: ServerRequestInterface) => void {
  const warnNow = warnOnce('ROUTE_NOT_FOUND');
  return (request) => {
    const path = requestPath(request) ?? '';
    for (const [spell, advice] of SPELLINGS) {
      const other = spell(path);
      const [method] = other === '' || other === path ? [] : methodsFor(other);
      if (method === undefined) continue;
      const missed = `${request.getMethod()} ${loggedTarget(path)}`;
      warnNow(`${missed} matches no route, but ${method} ${loggedTarget(other)} does`, advice);
      return;
    }
  };
}
