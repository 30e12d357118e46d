import type { UriInterface } from '@mortise/http-message';
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
