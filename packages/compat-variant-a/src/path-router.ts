import type { UriInterface } from '@mortise/http-message';
import type { RouteCollectorInterface, RouteInterface, UrlData, UrlQuery } from '@mortise/app';

/** Generates URLs from the names of routes: the container entry `router`. */
export interface PathRouterInterface {
  /**
   * Returns the path of a route after the base path.
   *
   * @param data values of the placeholders by name; others are ignored
   * @throws {AppError} `ROUTE_NAME_UNKNOWN`; the router's error if a value is missing or does not
   *   match its placeholder
   */
  pathFor(name: string, data?: UrlData, query?: UrlQuery): string;

  /** Returns the path of a route without the base path; otherwise like {@link pathFor}. */
  relativePathFor(name: string, data?: UrlData, query?: UrlQuery): string;

  /** The same as {@link pathFor}. */
  urlFor(name: string, data?: UrlData, query?: UrlQuery): string;

  /**
   * Prepends scheme, authority and base path of `uri`, and the base path of the settings unless
   * that of `uri` ends with it; otherwise like {@link pathFor}.
   */
  fullUrlFor(uri: UriInterface, name: string, data?: UrlData, query?: UrlQuery): string;

  /** @throws {AppError} `ROUTE_NAME_UNKNOWN` */
  getNamedRoute(name: string): RouteInterface;
}

/** Creates the router of an application that is mounted under a path. */
export function pathRouter(routes: RouteCollectorInterface, basePath: string): PathRouterInterface {
  const parser = routes.getRouteParser();
  const pathFor = (name: string, data?: UrlData, query?: UrlQuery): string =>
    basePath + parser.urlFor(name, data, query);
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
