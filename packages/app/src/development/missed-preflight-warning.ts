import { loggedTarget, warnOnce } from '@mortise/base';
import type { ServerRequestInterface } from '@mortise/http-message';
import { requestPath } from '../request-path.js';

/** Matches the name of a `cors` layer of a group or a route. */
const CORS = /^middleware "cors" of /;

/**
 * Creates a function that is called with each request whose path has routes, but not for its method. It warns once
 * (`process.emitWarning`) if the request is a preflight for a route with a `cors` layer, its own or that of a group.
 *
 * @param layersFor returns the names of the layers of the route that a request would reach; `[]` without one
 */
export function missedPreflightWarning(
  layersFor: (method: string, path: string | null) => readonly string[],
): (request: ServerRequestInterface) => void {
  const warnNow = warnOnce('PREFLIGHT_MISSED');
  return (request) => {
    if (request.getMethod() !== 'OPTIONS' || !request.hasHeader('Origin')) return;
    const method = request.getHeaderLine('Access-Control-Request-Method');
    const path = requestPath(request);
    const missed = layersFor(method, path).find((name) => CORS.test(name));
    if (missed === undefined) return;
    warnNow(
      `a preflight for ${method} ${loggedTarget(path ?? '')} could not reach ${missed}`,
      "A preflight matches no route. Write app.add(cors({ ... })), or app.add(underPath('/path', cors({ ... }))).",
    );
  };
}
