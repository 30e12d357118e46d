import type { UriInterface } from '@mortise/http-message';
import type { RouteCollectorInterface, RouteInterface, UrlData, UrlQuery } from '@mortise/app';
import type { OtherMounts } from './other-mounts.js';

/** Generates URLs from route names. It is the container entry `router`. */
export interface PathRouterInterface {
  /**
   * Returns the path of a route, including the setting `basePath`, but not the prefix of a mount or of the adapter, which
   * only the request has: below those, write `urlFor(request, name)`. In development, a wrong path is the warning
   * `BASE_PATH_MISSING`, once.
   *
   * @param data placeholder values by name; others are ignored
   * @throws {AppError} `ROUTE_NAME_UNKNOWN`; the router's error if a value is missing or does not match its placeholder
   */
  pathFor(name: string, data?: UrlData, query?: UrlQuery): string;

  /** Returns the path of a route without the base path; otherwise like {@link pathFor}. */
  relativePathFor(name: string, data?: UrlData, query?: UrlQuery): string;

  /** The same as {@link pathFor}. */
  urlFor(name: string, data?: UrlData, query?: UrlQuery): string;

  /**
   * Returns the absolute URL of a route, with scheme, authority and base path of `uri`, and the `basePath` setting
   * unless the base path of `uri` ends with it; otherwise like {@link pathFor}.
   */
  fullUrlFor(uri: UriInterface, name: string, data?: UrlData, query?: UrlQuery): string;

  /**
   * Returns the route with a name.
   *
   * @throws {AppError} `ROUTE_NAME_UNKNOWN` if no route has it
   */
  getNamedRoute(name: string): RouteInterface;
}

/**
 * Creates the router of an application that is mounted under a path.
 *
 * @param mounts warns if the application is mounted elsewhere
 */
export function pathRouter(
  routes: RouteCollectorInterface,
  basePath: string,
  mounts: OtherMounts,
): PathRouterInterface {
  const parser = routes.getRouteParser();
  const pathFor = (name: string, data?: UrlData, query?: UrlQuery): string => {
    const path = basePath + parser.urlFor(name, data, query);
    mounts.warn(name, path);
    return path;
  };
  return {
    pathFor,
    urlFor: pathFor,
    relativePathFor: (name, data, query) => parser.relativeUrlFor(name, data, query),
    fullUrlFor(uri, name, data, query) {
      const outer = uri.getBasePath();
      const mounted = outer.endsWith(basePath) ? uri : uri.withBasePath(outer + basePath);
      return mounted.getBaseUrl() + parser.urlFor(name, data, query);
    },
    getNamedRoute: (name) => routes.getNamedRoute(name),
  };
}
