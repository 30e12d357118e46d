import type { ServerRequestInterface } from '@mortise/http-message';
import { canonicalPath } from '@mortise/http-syntax';
import { currentUrl } from './current-url.js';
import { assertRequest, missing } from './missing-context.js';
import { type RoutesOfRequest, ROUTES } from './request-facts.js';
import type { UrlValues, ViewHelpers } from './view-helpers.js';

/** Creates the functions that return URLs. @param request `null` for text without one: then they throw */
export function urlHelpers(
  request: ServerRequestInterface | null,
): Pick<
  ViewHelpers,
  'urlFor' | 'fullUrlFor' | 'relativeUrlFor' | 'isCurrentUrl' | 'currentUrl' | 'getUri' | 'basePath'
> {
  const uriFor = (helper: string) => assertRequest(helper, request).getUri();
  const routesFor = (helper: string): RoutesOfRequest['collector'] => {
    const routes = assertRequest(helper, request).getAttribute(ROUTES);
    if (routes !== undefined) return routes.collector;
    throw missing(`${helper}() found no routes; pass the request that the application handles`);
  };
  const urlFor = (route: string, values?: UrlValues, query?: UrlValues) => {
    const urls = routesFor('urlFor').getRouteParser();
    // The parser of the route context would do the same, but only for a request that was routed: a 404 page has links too.
    return uriFor('urlFor').getBasePath() + urls.urlFor(route, values, query);
  };
  return {
    urlFor,
    fullUrlFor: (route, values, query) =>
      routesFor('fullUrlFor')
        .getRouteParser()
        .fullUrlFor(uriFor('fullUrlFor'), route, values, query),
    relativeUrlFor: (route, values, query) =>
      routesFor('relativeUrlFor').getRouteParser().relativeUrlFor(route, values, query),
    isCurrentUrl: (route, values) => {
      const path = currentUrl(uriFor('isCurrentUrl'));
      return canonicalPath(path) === urlFor(route, values);
    },
    currentUrl: (withQuery) => currentUrl(uriFor('currentUrl'), withQuery),
    getUri: () => uriFor('getUri'),
    basePath: () => {
      const base = uriFor('basePath').getBasePath();
      return base + (request?.getAttribute(ROUTES)?.collector.getBasePath() ?? '');
    },
  };
}
