import { ROUTES, type RoutesReading } from '@mortise/base/keys';
import { checkRequest } from '@mortise/base/message';
import type { AttributeKey, RoutedInterface, ServerRequestInterface } from '@mortise/http-message';
import { notRouted } from '../misuse/wrong-calls.js';
import type { MatchedRouteInterface, RouteArguments, RoutingResult } from './contract.js';
import type { RouteCollectorInterface, RouteParserInterface } from './collector-contract.js';

/** The request attribute that holds the {@link RouteContext}: `ROUTES` from `@mortise/base/keys`, fully typed. */
export const ROUTE_CONTEXT = ROUTES as AttributeKey<RouteContext>;

/**
 * The result of routing a request. The application attaches it before any layer runs, and routing fills it in. All
 * copies of the request share it, so outer layers can read it after `handle`.
 *
 * If a layer outside routing calls its handler again, that call gets its own context, which only layers inside routing
 * see. Layers outside routing keep the first result.
 */
export interface RouteContext extends RoutedInterface, RoutesReading {
  /** The routes of the application that attached the context. */
  readonly collector: RouteCollectorInterface;

  /** Whether routing has filled it in. */
  readonly isRouted: boolean;

  /** The arguments of {@link getRoute}; empty without a route. */
  readonly args: RouteArguments;

  /** Returns the route with this request's arguments, which all returned objects share; `null` without a route. */
  getRoute(): MatchedRouteInterface | null;

  /** Returns a URL generator whose URLs begin with the base path of the request's URI. */
  getRouteParser(): RouteParserInterface;

  /**
   * Returns the result of routing.
   *
   * @throws {AppError} `ROUTING_NOT_DONE` if the request has not been routed yet
   */
  getRoutingResults(): RoutingResult;

  /** Returns the prefix of all routes, set by `setBasePath`; `''` for none. */
  getBasePath(): string;
}

/** Reads the {@link RouteContext} of a request, like Slim's class of the same name. */
export const RouteContext = {
  /**
   * Returns the context of a request.
   *
   * @throws {AppError} `ROUTING_NOT_DONE` if the request has not been routed yet
   */
  fromRequest(request: ServerRequestInterface): RouteContext {
    checkRequest('RouteContext.fromRequest', request, 'getAttribute');
    const context = request.getAttribute(ROUTE_CONTEXT);
    if (context?.isRouted !== true) throw notRouted();
    return context;
  },
};

/**
 * Returns the route that a request matched in its application. Outer layers can call it after `handle` has returned.
 *
 * @returns `null` before routing, and if no route matched
 */
export function routeOf(request: ServerRequestInterface): MatchedRouteInterface | null {
  checkRequest('routeOf', request, 'getAttribute');
  return request.getAttribute(ROUTE_CONTEXT)?.getRoute() ?? null;
}
