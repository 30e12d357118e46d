import type { MetadataKey, RoutedInterface, ServerRequestInterface } from '@mortise/http-message';
import { MOUNTED_AT } from '@mortise/base/keys';
import { withHead } from '@mortise/router';
import { notRouted } from '../misuse/wrong-calls.js';
import type { UnroutedResult } from '../errors/contract.js';
import type { VariantTypes } from '../variant-types.js';
import type { MatchedRouteInterface, RouteArguments, RoutingResult } from './contract.js';
import type { RouterInterface } from './router-contract.js';
import type { RouteCollectorInterface, RouteParserInterface } from './collector-contract.js';
import { MatchedRoute, mergeArguments } from './matched-route.js';
import type { Route } from './route.js';
import type { RouteContext } from './route-context.js';
import { urlsBelow } from './url-generator.js';

/** The arguments of a request that has none. */
const NO_ARGS: RouteArguments = Object.freeze(mergeArguments());

const BAD_PATH = { kind: 'bad-path' } as const;

/**
 * The result of routing a request, or of routing one repeated call by a layer outside routing. Others read it as
 * {@link RouteContext}; only routing writes it.
 */
export class Match<T extends VariantTypes> implements RouteContext {
  readonly collector: RouteCollectorInterface<T>;
  /** `null` before routing, and without a route. */
  route: Route<T> | null = null;
  args = NO_ARGS;
  /** Why there is no route; `null` before routing, and if there is one. */
  unrouted: UnroutedResult | null = null;
  /** The request as it is passed on; `null` before routing. */
  request: ServerRequestInterface | null = null;
  /** Whether layers inside routing can already read it; the innermost routing then keeps it. */
  isEarly = false;

  constructor(collector: RouteCollectorInterface<T>) {
    this.collector = collector;
  }

  /** Finds the route. @param path canonical; `null` if there is no canonical form */
  find(router: RouterInterface<Route<T>>, method: string, path: string | null): this {
    const result = path === null ? BAD_PATH : router.dispatch(method, path);
    if (result.kind === 'found') {
      this.route = result.handler;
      this.args = result.handler.argumentsWith(result.args);
    } else this.unrouted = result;
    return this;
  }

  get isRouted(): boolean {
    return this.route !== null || this.unrouted !== null;
  }

  get outcome(): RoutedInterface['outcome'] {
    return this.getRoutingResults().kind;
  }

  get pattern(): string | null {
    if (this.route === null) return null;
    const mountedAt = this.request?.getAttribute(MOUNTED_AT) ?? '';
    return mountedAt + this.getBasePath() + this.route.getPattern();
  }

  get name(): string | null {
    return this.route?.getName() ?? null;
  }

  get methods(): readonly string[] {
    if (this.route !== null) return this.route.getMethods();
    return this.unrouted?.kind === 'method-not-allowed' ? withHead(this.unrouted.allowed) : [];
  }

  getMetadata<V>(key: MetadataKey<V>): V | undefined {
    return this.route?.getMetadata(key);
  }

  getRoute(): MatchedRouteInterface | null {
    return this.route === null ? null : new MatchedRoute(this.route, this);
  }

  getRouteParser(): RouteParserInterface {
    const basePath = this.request?.getUri().getBasePath() ?? '';
    return urlsBelow(this.collector.getRouteParser(), basePath);
  }

  getRoutingResults(): RoutingResult {
    if (this.unrouted !== null) return this.unrouted;
    if (this.route === null) throw notRouted();
    return { kind: 'found', route: this.route, args: this.args };
  }

  getBasePath(): string {
    return this.collector.getBasePath();
  }
}
