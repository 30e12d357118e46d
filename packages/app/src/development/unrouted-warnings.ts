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
    "A path with a trailing slash is a different path. In a group, the pattern of its own path is '', not '/'. To redirect to the path that has a route, write app.add(canonicalUrl({ slash: 'route' })).",
  ],
  [
    (path) => (path.endsWith('/') ? [path.slice(0, -1)] : []),
    "A path with a trailing slash is a different path. To redirect to the path that has a route, write app.add(canonicalUrl({ slash: 'route' })).",
  ],
  [(path) => [path.replaceAll(/\/{2,}/g, '/')], 'Each slash counts: send one.'],
  [
    (path, patterns) => (patterns.some((one) => one.includes('//')) ? withTwoSlashes(path) : []),
    "The pattern contains '//', because a prefix is prepended to it unchanged: write group('/api', ...) or basePath: '/api', without a slash at the end.",
  ],
  [
    withoutOneSlash,
    "A group's prefix is prepended to the pattern unchanged: begin the pattern with a slash, as in api.get('/books', ...).",
  ],
  [
    (path, patterns) => patterns.map((pattern) => inCaseOf(pattern, path)),
    'Paths are case-sensitive.',
  ],
  [
    (path, _patterns, base) => [base && base + path],
    'Mounts and base paths remove their prefix: write the patterns without it.',
  ],
];

/** Returns the path with each of its slashes written twice, one at a time. */
function withTwoSlashes(path: string): string[] {
  return slashesOf(path).map((at) => `${path.slice(0, at)}/${path.slice(at)}`);
}

/** Returns the path without each of its slashes but the first, one at a time. */
function withoutOneSlash(path: string): string[] {
  return slashesOf(path)
    .slice(1)
    .map((at) => path.slice(0, at) + path.slice(at + 1));
}

/** Returns the indexes of the slashes, few enough that a path of slashes alone makes no copies of itself without end. */
function slashesOf(path: string): number[] {
  const found: number[] = [];
  for (let at = path.indexOf('/'); at !== -1 && found.length < 20; at = path.indexOf('/', at + 1)) {
    found.push(at);
  }
  return found;
}

/** Writes segments that only differ in case from those of a pattern as the pattern does. */
function inCaseOf(pattern: string, path: string): string {
  const own = pattern.replaceAll(/[[\]]/g, '').split('/');
  const written = (part: string, i: number) =>
    part.toLowerCase() === own[i]?.toLowerCase() ? own[i] : part;
  return path.split('/').map(written).join('/');
}

/** The routes of an application, as far as mistakes with them are looked for. */
export interface KnownRoutes {
  getRoutes(): readonly { getPattern(): string }[];
  getBasePath(): string;
  methodsFor(path: string): readonly string[];
  match(method: string, path: string): { readonly route: KnownRoute | null };
}

interface Named {
  layers(): readonly { readonly name: string }[];
}

interface KnownRoute extends Named {
  getGroups(): readonly Named[];
}

/**
 * Creates a function that is called with each request without a route. It warns once (`process.emitWarning`) if a similar
 * path has a route: with or without a slash at the end, without repeated slashes, in another case, with the prefix of a mount.
 */
export function nearRouteWarning(routes: KnownRoutes): (request: ServerRequestInterface) => void {
  const warnNow = warnOnce('ROUTE_NOT_FOUND');
  return (request) => {
    const path = requestPath(request) ?? '';
    const own = routes.getBasePath();
    const patterns = routes.getRoutes().map((route) => own + route.getPattern());
    const base = own !== '' && path.startsWith(own) ? own : request.getUri().getBasePath();
    for (const [spell, advice] of SPELLINGS) {
      const other = spell(path, patterns, base).find(
        (each) => each !== '' && each !== path && routes.methodsFor(each).length > 0,
      );
      if (other === undefined) continue;
      const missed = `${request.getMethod()} ${loggedTarget(path)}`;
      const [method] = routes.methodsFor(other);
      warnNow(`${missed} matches no route, but ${method} ${loggedTarget(other)} does`, advice);
      return;
    }
  };
}

/**
 * Creates a function that is called with each request whose path has routes, but not for its method. It warns once if the
 * request is a preflight for a route with a `cors` layer, its own or that of a group.
 */
export function missedPreflightWarning(
  routes: KnownRoutes,
): (request: ServerRequestInterface) => void {
  const warnNow = warnOnce('PREFLIGHT_MISSED');
  return (request) => {
    if (request.getMethod() !== 'OPTIONS' || !request.hasHeader('Origin')) return;
    const method = request.getHeaderLine('Access-Control-Request-Method');
    const path = requestPath(request);
    if (path === null) return;
    const { route } = routes.match(method, path);
    const stacks = route === null ? [] : [route, ...route.getGroups()];
    const names = stacks.flatMap((stack) => stack.layers().map(({ name }) => name));
    const missed = names.find((name) => name.startsWith('middleware "cors" of '));
    if (missed === undefined) return;
    warnNow(
      `a preflight for ${method} ${loggedTarget(path)} could not reach ${missed}`,
      "A preflight matches no route. Write app.add(cors({ ... })), or app.add(underPath('/path', cors({ ... }))).",
    );
  };
}
