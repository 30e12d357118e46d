import { ROUTES, type RoutesReading } from '@mortise/base/keys';
import type { AttributeKey, RoutedInterface, ServerRequestInterface } from '@mortise/http-message';
import { notRouted } from './route-errors.js';
import type { MatchedRouteInterface, RouteArguments, RoutingResult } from './contract.js';
import type { RouteCollectorInterface, RouteParserInterface } from './collector-contract.js';

/**
 * The attribute `ROUTES` from `@mortise/base/keys`, fully typed: the {@link RouteContext} of a request in its application.
 */
export const ROUTE_CONTEXT = ROUTES as AttributeKey<RouteContext>;

/**
 * The result of routing a request. The application attaches it before any layer runs, and routing
 * fills it in: all copies of the request share it, so outer layers can read it after `handle`.
 *
 * If a layer outside routing calls its handler again, that call has its own context, which only layers inside
 * routing read: all layers outside routing keep reading the first result.
 */
export interface RouteContext extends RoutedInterface, RoutesReading {
  /** The routes of the application whose routing fills it in. */
  readonly collector: RouteCollectorInterface;

  /** Whether routing has filled it in. */
  readonly isRouted: boolean;

  /** The arguments of {@link getRoute}; empty without a route. */
  readonly args: RouteArguments;

  /** Returns the route with this request's arguments: each time a new object that shares them; `null` without a route. */
  getRoute(): MatchedRouteInterface | null;

  /** Generates URLs from the names of routes; they begin with the base path of the request's URI. */
  getRouteParser(): RouteParserInterface;

  /** @throws {AppError} `ROUTING_NOT_DONE` */
  getRoutingResults(): RoutingResult;

  /** The prefix of all routes, set by `setBasePath`; `''` for none. */
  getBasePath(): string;
}

/** Reads the {@link RouteContext} of a request, under Slim's name. */
export const RouteContext = {
  /** @throws {AppError} `ROUTING_NOT_DONE` if the request has not been routed yet */
  fromRequest(request: ServerRequestInterface): RouteContext {
    const context = request.getAttribute(ROUTE_CONTEXT);
    if (context?.isRouted !== true) throw notRouted();
    return context;
  },
};

/**
 * Returns the route that a request has reached in its application, even in an outer layer after `handle` has returned.
 *
 * @returns `null` before routing, and without a route; never throws
 */
export function routeOf(request: ServerRequestInterface): MatchedRouteInterface | null {
  return request.getAttribute(ROUTE_CONTEXT)?.getRoute() ?? null;
}
