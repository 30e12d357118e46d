import { ROUTED } from '@mortise/base/keys';
import { errorOf, noteError } from '@mortise/base/message';
import type {
  MiddlewareInterface,
  RequestHandlerInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { AnswerUnrouted } from '../errors/contract.js';
import { requestPath } from '../request-path.js';
import type { VariantTypes } from '../variant-types.js';
import { ROUTE_CONTEXT } from './route-context.js';
import type { RouteList } from './route-list.js';
import { RoutingState } from './routing-state.js';
import { withoutRoute } from './without-route.js';

/**
 * Where a request is routed. `early`: layers inside read the route, and the end keeps it. `end`: the innermost place, before
 * the route is called.
 */
export type RoutingPlace = 'early' | 'end';

/** Routes the requests of one application: {@link route} is the only way in. */
export class Routing<T extends VariantTypes> {
  readonly #routes: RouteList<T>;

  constructor(routes: RouteList<T>) {
    this.#routes = routes;
  }

  /** Attaches the match that routing fills in, and the body parsers, to a request that enters the application. */
  attach(request: ServerRequestInterface): ServerRequestInterface {
    this.#routes.bodies.attach(request);
    return request.withAttribute(ROUTE_CONTEXT, new RoutingState(this.#routes));
  }

  /**
   * Routes a request. If its match is filled in or missing, a layer has called its handler again, or has dropped the
   * attribute: then this call gets its own match, and outer layers keep theirs.
   *
   * @returns the match, whose `request` is to be passed on
   */
  route(request: ServerRequestInterface, place: RoutingPlace): RoutingState<T> {
    // The error of an earlier call of the same handler is not that of this one.
    if (errorOf(request) !== null) noteError(request, null);
    const known = request.getAttribute(ROUTE_CONTEXT);
    const own = this.#routes.owns(known) ? known : null;
    if (place === 'end' && own?.isEarly === true) {
      own.request = request;
      return own;
    }
    if (own?.isRouted === false) return this.#fill(own, request, place, true);
    const match = new RoutingState(this.#routes);
    return this.#fill(match, request.withAttribute(ROUTE_CONTEXT, match), place, own === null);
  }

  /**
   * Creates the innermost handler: it passes the request to its route.
   *
   * @param answerUnrouted that of the outer layers for a request without a route; `null` if the exception has to be thrown
   */
  end(answerUnrouted: AnswerUnrouted | null): RequestHandlerInterface {
    return {
      handle: (request) => {
        const match = this.route(request, 'end');
        const routed = match.request ?? request;
        return match.route === null
          ? withoutRoute(this.#routes, match, routed, answerUnrouted)
          : match.route.handle(routed);
      },
    };
  }

  /** Creates middleware that routes the request at its place, so that the inner layers know the route. @param answerUnrouted as of {@link end} */
  middleware(answerUnrouted: AnswerUnrouted | null): MiddlewareInterface {
    return {
      name: 'routing',
      process: (request, handler) => {
        const match = this.route(request, 'early');
        const routed = match.request ?? request;
        return match.route === null
          ? withoutRoute(this.#routes, match, routed, answerUnrouted)
          : handler.handle(routed);
      },
    };
  }

  /** @param isFirst whether it is the request's first match, not that of a repeated call */
  #fill(
    match: RoutingState<T>,
    request: ServerRequestInterface,
    place: RoutingPlace,
    isFirst: boolean,
  ): RoutingState<T> {
    const routes = this.#routes;
    match.isEarly = place === 'early';
    match.request = request;
    routes.search(match, request.getMethod(), requestPath(request));
    if (isFirst) {
      const lifetime = request.getLifetime();
      // Of nested applications the match of the innermost one stays: it routes last.
      if (!routes.owns(lifetime.getValue(ROUTED))) lifetime.setValue(ROUTED, match);
    }
    match.request = routes.variant.withRoute?.(request, match) ?? request;
    return match;
  }
}
