import type { AttributeKey, ServerRequestInterface } from '@mortise/http-message';
import { AppError } from '../app-error.js';
import { MatchedRoute, type MatchedRouteInterface } from './matched-route.js';
import type { RouteCollectorInterface } from './route-collector-interface.js';
import type { RouteParserInterface } from './route-parser-interface.js';
import type { RoutingResult } from './routing-result.js';

/** The attribute that holds the {@link RouteContext} of a routed request. */
export const ROUTE_CONTEXT: AttributeKey<RouteContext> = '__routeContext__';

/** What routing knows of a request: the same object for every copy of it. */
export class RouteContext {
  readonly collector: RouteCollectorInterface;
  readonly result: RoutingResult;
  readonly route: MatchedRouteInterface | null;

  constructor(collector: RouteCollectorInterface, result: RoutingResult) {
    this.collector = collector;
    this.result = result;
    this.route = result.kind === 'found' ? new MatchedRoute(result.route, result.args) : null;
  }

  /** @throws {AppError} `ROUTING_NOT_DONE` when the request was not routed yet */
  static fromRequest(request: ServerRequestInterface): RouteContext {
    const context = request.getAttribute(ROUTE_CONTEXT);
    if (context === undefined) throw AppError.notRouted();
    return context;
  }

  /** The route with the arguments of this request; `null` when none was reached. */
  getRoute(): MatchedRouteInterface | null {
    return this.route;
  }

  /** Makes URLs from the names of routes. */
  getRouteParser(): RouteParserInterface {
    return this.collector.getRouteParser();
  }

  getRoutingResults(): RoutingResult {
    return this.result;
  }

  /** The path under which the application is mounted; `''` at the top. */
  getBasePath(): string {
    return this.collector.getBasePath();
  }
}
