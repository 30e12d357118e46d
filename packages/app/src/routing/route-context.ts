import { ROUTES, type RoutesReading } from '@mortise/base/keys';
import type {
  AttributeKey,
  Awaitable,
  MetadataKey,
  ResponseInterface,
  RoutedInterface,
  ServerRequestInterface,
  UriInterface,
} from '@mortise/http-message';
import { withHead } from '@mortise/router';
import { AppError } from '../app-error.js';
import type {
  MatchedRouteInterface,
  RouteCollectorInterface,
  RouteInterface,
  RouteParserInterface,
  RoutingResult,
} from './contract.js';
import type { UnroutedResult } from '../errors/contract.js';
import { MatchedRoute } from './matched-route.js';
import { mergeArguments, type RouteArguments } from './route-arguments.js';
import { urlsBelow } from './url-generator.js';

/** The attribute that contains the {@link RouteContext} of a request. */
export const ROUTE_CONTEXT = ROUTES as AttributeKey<RouteContext>;

/** The arguments of a request without any. */
const NO_ARGS: RouteArguments = Object.freeze(mergeArguments());

/**
 * The result of routing a request. The application attaches it before any layer runs, and routing
 * fills it in: all copies of the request share it, so outer layers can read it after `handle`.
 *
 * If a layer outside of routing calls its handler again, that call has its own context, which only layers inside of
 * routing read: all layers outside of routing keep reading the first result.
 */
export class RouteContext implements RoutedInterface, RoutesReading {
  /** The route collector of the application whose routing fills it in. */
  readonly collector: RouteCollectorInterface;
  /** Whether it was filled in by the application's innermost routing, which routes every call. */
  readonly isInnermost: boolean = false;
  /** The registered route; `null` before routing, and without a route. */
  readonly registered: RouteInterface | null = null;
  /** The arguments of {@link getRoute}; empty without a route. */
  readonly args: RouteArguments = NO_ARGS;
  /** Why there is no route; `null` before routing, and if there is one. */
  readonly unrouted: UnroutedResult | null = null;
  /** The routed request; `null` before routing. */
  readonly request: ServerRequestInterface | null = null;

  constructor(collector: RouteCollectorInterface) {
    this.collector = collector;
  }

  /** @throws {AppError} `ROUTING_NOT_DONE` if the request has not been routed yet */
  static fromRequest(request: ServerRequestInterface): RouteContext {
    const context = request.getAttribute(ROUTE_CONTEXT);
    if (context?.isRouted !== true) throw AppError.notRouted();
    return context;
  }

  /** Whether routing has filled it in. */
  get isRouted(): boolean {
    return this.registered !== null || this.unrouted !== null;
  }

  /** The URI of the routed request; `null` before routing. */
  get uri(): UriInterface | null {
    return this.request?.getUri() ?? null;
  }

  get outcome(): RoutedInterface['outcome'] {
    return this.getRoutingResults().kind;
  }

  get pattern(): string | null {
    return this.registered?.getPattern() ?? null;
  }

  get name(): string | null {
    return this.registered?.getName() ?? null;
  }

  get methods(): readonly string[] {
    if (this.registered !== null) return this.registered.getMethods();
    return this.unrouted?.kind === 'method-not-allowed' ? withHead(this.unrouted.allowed) : [];
  }

  getMetadata<V>(key: MetadataKey<V>): V | undefined {
    return this.registered?.getMetadata(key);
  }

  /**
   * Returns the route with the arguments of this request, each time as a new object over the same arguments; `null` without
   * a route.
   */
  getRoute(): MatchedRouteInterface | null {
    return this.registered === null ? null : new MatchedRoute(this.registered, this);
  }

  /** Generates URLs from the names of routes; they begin with the base path of the request's URI. */
  getRouteParser(): RouteParserInterface {
    return urlsBelow(this.collector.getRouteParser(), this.uri?.getBasePath() ?? '');
  }

  /** @throws {AppError} `ROUTING_NOT_DONE` */
  getRoutingResults(): RoutingResult {
    if (this.unrouted !== null) return this.unrouted;
    if (this.registered === null) throw AppError.notRouted();
    return { kind: 'found', route: this.registered, args: this.args };
  }

  /** The prefix of all routes, set by `setBasePath`; `''` for none. */
  getBasePath(): string {
    return this.collector.getBasePath();
  }
}

/** A handler that accepts the routing result of the request, so that it need not look that up. */
export interface RoutedHandler {
  /** @param context of the request; if absent, its attribute is read */
  handle(request: ServerRequestInterface, context?: RouteContext): Awaitable<ResponseInterface>;
}

/** The members that routing fills in. */
export type Fillable = {
  -readonly [Fact in
    | 'args'
    | 'isInnermost'
    | 'registered'
    | 'request'
    | 'unrouted']: RouteContext[Fact];
};

/**
 * Returns the route that a request has reached in its application, also in an outer layer after `handle` has returned.
 *
 * @returns `null` before routing, and without a route; never throws
 */
export function routeOf(request: ServerRequestInterface): MatchedRouteInterface | null {
  return request.getAttribute(ROUTE_CONTEXT)?.getRoute() ?? null;
}
