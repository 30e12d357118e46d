import type { UriInterface } from '@mortise/http-message';
import type { RouteCollectorInterface } from './route-collector-interface.js';
import type { RouteParserInterface } from './route-parser-interface.js';
import type { UrlData, UrlQuery } from './router.js';

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
