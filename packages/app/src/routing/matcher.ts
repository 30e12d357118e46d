import type { AttributeKey, ServerRequestInterface } from '@mortise/http-message';
import type { LayerMaker } from '../middleware/layer-stack.js';
import { requestPath } from '../request-path.js';
import type { VariantTypes } from '../variant-types.js';
import type { RouteCollectorInterface } from './collector-contract.js';
import { Match } from './match.js';
import { ROUTE_CONTEXT } from './route-context.js';
import { Route } from './route.js';
import type { RouterInterface } from './router-contract.js';

/**
 * The attribute with what a request inside routing has reached: its route, or before it is called, the match. Copies
 * outside share the match, but not this.
 */
export const REACHED: AttributeKey<unknown> = 'mortise.reached';

const BAD_PATH = { kind: 'bad-path' } as const;

/** Finds the route for a method and a path in the router of an application. */
export class Matcher<T extends VariantTypes> {
  readonly #collector: RouteCollectorInterface<T> & LayerMaker<T>;
  readonly #router: RouterInterface<Route<T>>;

  constructor(
    collector: RouteCollectorInterface<T> & LayerMaker<T>,
    router: RouterInterface<Route<T>>,
  ) {
    this.#collector = collector;
    this.#router = router;
  }

  /** Returns a match that is not filled in. */
  empty(): Match<T> {
    return new Match(this.#collector);
  }

  /** Returns the match of a method and a path. @param path canonical; `null` if there is no canonical form */
  match(method: string, path: string | null): Match<T> {
    return this.fill(this.empty(), method, path);
  }

  /** Fills in a match. @param path canonical; `null` if there is no canonical form */
  fill(match: Match<T>, method: string, path: string | null): Match<T> {
    if (path === null) {
      match.unrouted = BAD_PATH;
      return match;
    }
    const result = this.#router.dispatch(method, path);
    if (result.kind === 'found') {
      match.route = result.handler;
      match.args = result.handler.argumentsWith(result.args);
    } else match.unrouted = result;
    return match;
  }

  /** Whether a value is a match of these routes, not of those of a nested application. */
  owns(value: unknown): value is Match<T> {
    return value instanceof Match && value.collector === this.#collector;
  }

  /**
   * Returns the route that runs, or will run, for a request: the one that it has reached, or the result of routing
   * around it, even if a layer has changed its method or path since; otherwise the one for its method and path.
   *
   * @returns `null` if it has none
   */
  routeOf(request: ServerRequestInterface): Route<T> | null {
    const reached = request.getAttribute(REACHED);
    if (reached instanceof Route && reached.owner === this.#collector) return reached as Route<T>;
    // Without the attribute of the match, the request is routed again.
    if (this.owns(reached) && reached === request.getAttribute(ROUTE_CONTEXT)) return reached.route;
    return this.match(request.getMethod(), requestPath(request)).route;
  }
}
