import { checkRequest } from '@mortise/base/message';
import { accepted, methods, object, type Rule } from '@mortise/base/options';
import { buildForm } from '@mortise/form-encoding';
import type { ServerRequestInterface, UriInterface } from '@mortise/http-message';
import type { RouteParserInterface, UrlArguments, UrlTarget } from './collector-contract.js';
import { ROUTE_CONTEXT } from './route-context.js';
import { outsideApplication } from '../misuse/wrong-calls.js';
import type { RouterRoute, UrlData, UrlQuery } from './router-contract.js';

const aUri: Rule<UriInterface> = methods('a URI, such as request.getUri()', 'getBaseUrl');

/**
 * Creates the URL generator for one application's routes.
 *
 * @param entryOf returns the router's entry of a route; throws if the application has no such route
 * @param raw whether values are inserted unchanged
 */
export function urlGenerator(
  entryOf: (route: UrlTarget) => RouterRoute,
  raw: boolean,
): RouteParserInterface {
  const url = (route: UrlTarget, relative: boolean, data: UrlData = {}, query: UrlQuery = {}) =>
    entryOf(route).url(data, {
      query: buildForm(accepted<UrlQuery>(object, query, 'urlFor.query')),
      relative,
      raw,
    });
  return {
    relativeUrlFor: (route, ...[data, query]) => url(route, true, data, query),
    urlFor: (route, ...[data, query]) => url(route, false, data, query),
    fullUrlFor: (uri, route, ...[data, query]) =>
      accepted(aUri, uri, 'fullUrlFor.uri').getBaseUrl() + url(route, false, data, query),
  };
}

/**
 * Returns a URL generator for an application that is mounted below a path.
 *
 * @param basePath that of a request's URI; `''` for the root
 */
export function urlsBelow(urls: RouteParserInterface, basePath: string): RouteParserInterface {
  if (basePath === '') return urls;
  return {
    relativeUrlFor: (route, ...args) => urls.relativeUrlFor(route, ...args),
    urlFor: (route, ...args) => basePath + urls.urlFor(route, ...args),
    fullUrlFor: (uri, route, ...args) => urls.fullUrlFor(uri, route, ...args),
  };
}

/**
 * Returns the path of a route in the application that handles a request, with the base paths of the request's URI and
 * of the application. Handlers and layers can call it, even before routing.
 *
 * @param route a name, or the route that registration returned, for which the compiler checks the values
 * @param args placeholder values by name, which are encoded, then the query, which can be nested as in PHP: `a[b]=c`
 * @throws {AppError} `ROUTE_NAME_UNKNOWN`, `ROUTE_FOREIGN`, `ROUTING_NOT_DONE` outside an application; the router's
 *   error if a value is missing or does not match its placeholder
 * @throws {OptionError} `OPTION_INVALID` for a query that is text, a list or `URLSearchParams`
 */
export function urlFor<R extends UrlTarget>(
  request: ServerRequestInterface,
  route: R,
  ...args: UrlArguments<R>
): string {
  checkRequest('urlFor', request, 'getAttribute');
  const context = request.getAttribute(ROUTE_CONTEXT);
  if (context === undefined) throw outsideApplication();
  return request.getUri().getBasePath() + context.collector.getRouteParser().urlFor(route, ...args);
}
