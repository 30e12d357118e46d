import type { UriInterface } from '@mortise/http-message';
import type { RouteCollectorInterface } from './route-collector.js';
import type { UrlData, UrlQuery } from './router.js';

/** Makes URLs from the names of routes. */
export interface RouteParserInterface {
  /**
   * The path of a route behind the base path.
   *
   * @param data values of the placeholders by name; others are ignored
   * @param query becomes the query
   * @throws {AppError} `ROUTE_NAME_UNKNOWN`; the router's error when a value is missing or does not
   *   fit its placeholder
   */
  relativeUrlFor(routeName: string, data?: UrlData, query?: UrlQuery): string;

  /** The base path and the path of a route; otherwise as {@link relativeUrlFor}. */
  urlFor(routeName: string, data?: UrlData, query?: UrlQuery): string;

  /** With scheme and authority of `uri` in front; otherwise as {@link urlFor}. */
  fullUrlFor(uri: UriInterface, routeName: string, data?: UrlData, query?: UrlQuery): string;
}

/** The path of a route by its name, without the base path. */
export type PathOfRoute = (name: string, data: UrlData, query: UrlQuery) => string;

/** Puts in front of a path what belongs there. */
export class RouteParser implements RouteParserInterface {
  readonly #collector: RouteCollectorInterface;
  readonly #pathOf: PathOfRoute;

  constructor(collector: RouteCollectorInterface, pathOf: PathOfRoute) {
    this.#collector = collector;
    this.#pathOf = pathOf;
  }

  relativeUrlFor(routeName: string, data: UrlData = {}, query: UrlQuery = {}): string {
    return this.#pathOf(routeName, data, query);
  }

  urlFor(routeName: string, data: UrlData = {}, query: UrlQuery = {}): string {
    return this.#collector.getBasePath() + this.relativeUrlFor(routeName, data, query);
  }

  fullUrlFor(
    uri: UriInterface,
    routeName: string,
    data: UrlData = {},
    query: UrlQuery = {},
  ): string {
    const scheme = uri.getScheme();
    const authority = uri.getAuthority();
    const origin = `${scheme === '' ? '' : `${scheme}:`}${authority === '' ? '' : `//${authority}`}`;
    return origin + this.urlFor(routeName, data, query);
  }
}
