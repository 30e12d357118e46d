import { ROUTES, type UrlReading } from '@mortise/base/keys';
import type { ServerRequestInterface, UriInterface } from '@mortise/http-message';
import { canonicalPath } from '@mortise/http-syntax';
import { currentUrl } from './current-url.js';
import { assertRequest, missing } from './missing-context.js';
import type { UrlValues, ViewHelpers } from './view-helpers.js';

/** Creates the functions that return URLs. @param request `null` if there is none; the functions then throw */
export function urlHelpers(
  request: ServerRequestInterface | null,
): Pick<
  ViewHelpers,
  'urlFor' | 'fullUrlFor' | 'relativeUrlFor' | 'isCurrentUrl' | 'currentUrl' | 'getUri' | 'basePath'
> {
  const uriFor = (helper: string) => assertRequest(helper, request).getUri();
  const routesFor = (helper: string): { readonly urls: UrlReading; readonly uri: UriInterface } => {
    const uri = uriFor(helper);
    const routes = request?.getAttribute(ROUTES);
    if (routes !== undefined) return { urls: routes.collector.getRouteParser(), uri };
    throw missing(`${helper}() found no routes; pass the request that the application is handling`);
  };
  const urlFor = (route: string, values?: UrlValues, query?: UrlValues) => {
    const { urls, uri } = routesFor('urlFor');
    // The parser of the route context would do the same, but only for a routed request, and a 404 page has links too.
    return uri.getBasePath() + urls.urlFor(route, values, query);
  };
  return {
    urlFor,
    fullUrlFor: (route, values, query) => {
      const { urls, uri } = routesFor('fullUrlFor');
      return urls.fullUrlFor(uri, route, values, query);
    },
    relativeUrlFor: (route, values, query) =>
      routesFor('relativeUrlFor').urls.relativeUrlFor(route, values, query),
    isCurrentUrl: (route, values) => {
      const path = currentUrl(uriFor('isCurrentUrl'));
      const current = canonicalPath(path);
      return current !== null && current === canonicalPath(urlFor(route, values));
    },
    currentUrl: (withQuery) => currentUrl(uriFor('currentUrl'), withQuery),
    getUri: () => uriFor('getUri'),
    basePath: () => {
      const base = uriFor('basePath').getBasePath();
      return base + (request?.getAttribute(ROUTES)?.collector.getBasePath() ?? '');
    },
  };
}
