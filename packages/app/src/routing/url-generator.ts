import { buildForm } from '@mortise/form-encoding';
import type { UriInterface } from '@mortise/http-message';
import { AppError } from '../app-error.js';
import type { RouteParserInterface } from './contract.js';
import type { RouterInterface, UrlData, UrlQuery } from './router-contract.js';

/** Generates URLs from the names of the routes of one router. */
export class UrlGenerator implements RouteParserInterface {
  readonly #router: RouterInterface;
  readonly #raw: boolean;

  /** @param raw whether values are inserted unchanged */
  constructor(router: RouterInterface, raw: boolean) {
    this.#router = router;
    this.#raw = raw;
  }

  relativeUrlFor(routeName: string, data: UrlData = {}, query: UrlQuery = {}): string {
    return this.#url(routeName, data, query, true);
  }

  urlFor(routeName: string, data: UrlData = {}, query: UrlQuery = {}): string {
    return this.#url(routeName, data, query, false);
  }

  fullUrlFor(
    uri: UriInterface,
    routeName: string,
    data: UrlData = {},
    query: UrlQuery = {},
  ): string {
    return uri.getBaseUrl() + this.urlFor(routeName, data, query);
  }

  #url(name: string, data: UrlData, query: UrlQuery, relative: boolean): string {
    const route = this.#router.named(name);
    if (route === null) throw AppError.unknownRoute(name);
    return route.url(data, { query: buildForm(query), relative, raw: this.#raw });
  }
}

/**
 * Returns the URLs of an application that is mounted below a path.
 *
 * @param basePath of the URI of a request; `''` for the root
 */
export function urlsBelow(urls: RouteParserInterface, basePath: string): RouteParserInterface {
  if (basePath === '') return urls;
  return {
    relativeUrlFor: (name, data, query) => urls.relativeUrlFor(name, data, query),
    urlFor: (name, data, query) => basePath + urls.urlFor(name, data, query),
    fullUrlFor: (uri, name, data, query) => urls.fullUrlFor(uri, name, data, query),
  };
}
