import { ROUTED } from '@mortise/base/keys';
import { errorOf, noteError } from '@mortise/base/message';
import type {
  AttributeKey,
  Awaitable,
  MiddlewareInterface,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { AnswerUnrouted } from '../errors/error-responder.js';
import { requestPath } from '../request-path.js';
import type { VariantTypes } from '../variant-types.js';
import { ROUTE_CONTEXT } from './route-context.js';
import type { RouteList } from './route-list.js';
import { Match } from './match.js';
import { Route } from './route.js';
import { withoutRoute } from './without-route.js';

/**
 * Where a request is routed. `early`: before inner layers, which can read the route; the end keeps the result. `end`:
 * innermost, just before the route is called.
 */
export type RoutingPlace = 'early' | 'end';

/**
 * The attribute with what a request inside routing has reached: its route, or before it is called, the match. Copies
 * outside share the match, but not this.
 */
const REACHED: AttributeKey<unknown> = 'mortise.reached';

/** Routes the requests of one application. All routing goes through {@link route}. */
export class Routing<T extends VariantTypes> {
  readonly #routes: RouteList<T>;

  constructor(routes: RouteList<T>) {
    this.#routes = routes;
  }

  /** Attaches the match that routing fills in, and the body parsers, to a request that enters the application. */
  attach(request: ServerRequestInterface): ServerRequestInterface {
    this.#routes.bodies.attach(request);
    return request.withAttribute(ROUTE_CONTEXT, new Match(this.#routes));
  }

  /**
   * Routes a request. If its match is already filled in or missing, a layer has called its handler again, or dropped
   * the attribute. This call then gets its own match, and outer layers keep theirs.
   *
   * @returns the match, whose `request` must be passed on
   */
  route(request: ServerRequestInterface, place: RoutingPlace): Match<T> {
    // An error from an earlier call of the same handler does not belong to this one.
    if (errorOf(request) !== null) noteError(request, null);
    const known = request.getAttribute(ROUTE_CONTEXT);
    const own = this.#owns(known) ? known : null;
    if (place === 'end' && own?.isEarly === true) {
      own.request = this.#marked(request, own.route ?? own);
      return own;
    }
    if (own?.isRouted === false) return this.#fill(own, request, place, true);
    const match = new Match(this.#routes);
    return this.#fill(match, request.withAttribute(ROUTE_CONTEXT, match), place, own === null);
  }

  /**
   * Creates the innermost handler, which passes the request to its route.
   *
   * @param answerUnrouted responds to unmatched requests; `null` if the exception must be thrown
   */
  end(answerUnrouted: AnswerUnrouted | null): RequestHandlerInterface {
    return { handle: (request) => this.#pass(request, 'end', answerUnrouted, null) };
  }

  /**
   * Creates middleware that routes the request, so that inner layers know the route.
   *
   * @param answerUnrouted as for {@link end}
   */
  middleware(answerUnrouted: AnswerUnrouted | null): MiddlewareInterface {
    return {
      name: 'routing',
      process: (request, handler) => this.#pass(request, 'early', answerUnrouted, handler),
    };
  }

  /** Routes a request and passes it on. @param inner what is called if a route matches; `null` for the route */
  #pass(
    request: ServerRequestInterface,
    place: RoutingPlace,
    answerUnrouted: AnswerUnrouted | null,
    inner: RequestHandlerInterface | null,
  ): Awaitable<ResponseInterface> {
    const match = this.route(request, place);
    const { route, unrouted } = match;
    const routed = match.request ?? request;
    if (route !== null) return (inner ?? route).handle(routed);
    const { mistakes } = this.#routes;
    mistakes?.[unrouted?.kind === 'not-found' ? 'ofUnknownPath' : 'ofRefused'](routed);
    return withoutRoute(this.#routes, match, routed, answerUnrouted);
  }

  /**
   * Returns the route that runs, or will run, for a request: the one that it has reached, or the result of routing
   * around it, even if a layer has changed its method or path since; otherwise the one for its method and path.
   *
   * @returns `null` if it has none
   */
  routeOf(request: ServerRequestInterface): Route<T> | null {
    const reached = request.getAttribute(REACHED);
    if (reached instanceof Route && reached.owner === this.#routes) return reached as Route<T>;
    // Without the attribute of the match, the request is routed again.
    if (this.#owns(reached) && reached === request.getAttribute(ROUTE_CONTEXT))
      return reached.route;
    const { router } = this.#routes;
    return new Match(this.#routes).find(router, request.getMethod(), requestPath(request)).route;
  }

  /** Whether a value is a match of these routes, not of those of a nested application. */
  #owns(value: unknown): value is Match<T> {
    return value instanceof Match && value.collector === this.#routes;
  }

  /** @param isFirst whether it is the request's first match, not that of a repeated call */
  #fill(
    match: Match<T>,
    request: ServerRequestInterface,
    place: RoutingPlace,
    isFirst: boolean,
  ): Match<T> {
    const { variant } = this.#routes;
    match.isEarly = place === 'early';
    match.request = request;
    match.find(this.#routes.router, request.getMethod(), requestPath(request));
    if (isFirst) {
      const lifetime = request.getLifetime();
      // With nested applications, the match of the innermost one is kept, because it routes last.
      if (!this.#owns(lifetime.getValue(ROUTED))) lifetime.setValue(ROUTED, match);
    }
    const reached = this.#marked(request, (match.isEarly ? null : match.route) ?? match);
    match.request = variant.withRoute?.(reached, match) ?? reached;
    return match;
  }

  /** Marks what a request has reached. Without body options of routes, nothing reads the mark. */
  #marked(request: ServerRequestInterface, reached: Route<T> | Match<T>): ServerRequestInterface {
    return this.#routes.bodies.hasOwn ? request.withAttribute(REACHED, reached) : request;
  }
}
