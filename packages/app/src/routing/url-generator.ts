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
