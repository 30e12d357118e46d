import { ROUTED } from '@mortise/base/keys';
import { errorOf, noteError } from '@mortise/base/message';
import type {
  Awaitable,
  MiddlewareInterface,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { AnswerUnrouted } from '../errors/contract.js';
import { requestPath } from '../request-path.js';
import type { VariantTypes } from '../variant-types.js';
import { ROUTE_CONTEXT } from './route-context.js';
import type { RouteList } from './route-list.js';
import type { Match } from './match.js';
import { type Matcher, REACHED } from './matcher.js';
import type { Route } from './route.js';
import { withoutRoute } from './without-route.js';

/**
 * Where a request is routed. `early`: before inner layers, which can read the route; the end keeps the result. `end`:
 * innermost, just before the route is called.
 */
export type RoutingPlace = 'early' | 'end';

/** Routes the requests of one application. All routing goes through {@link route}. */
export class Routing<T extends VariantTypes> {
  readonly #routes: RouteList<T>;
  readonly #matcher: Matcher<T>;

  constructor(routes: RouteList<T>) {
    this.#routes = routes;
    this.#matcher = routes.matcher;
  }

  /** Attaches the match that routing fills in, and the body parsers, to a request that enters the application. */
  attach(request: ServerRequestInterface): ServerRequestInterface {
    this.#routes.bodies.attach(request);
    return request.withAttribute(ROUTE_CONTEXT, this.#matcher.empty());
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
    const own = this.#matcher.owns(known) ? known : null;
    if (place === 'end' && own?.isEarly === true) {
      own.request = this.#marked(request, own.route ?? own);
      return own;
    }
    if (own?.isRouted === false) return this.#fill(own, request, place, true);
    const match = this.#matcher.empty();
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
    this.#routes.mistakes?.ofUnrouted(routed, unrouted?.kind);
    return withoutRoute(this.#routes, match, routed, answerUnrouted);
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
    this.#matcher.fill(match, request.getMethod(), requestPath(request));
    if (isFirst) {
      const lifetime = request.getLifetime();
      // With nested applications, the match of the innermost one is kept, because it routes last.
      if (!this.#matcher.owns(lifetime.getValue(ROUTED))) lifetime.setValue(ROUTED, match);
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
