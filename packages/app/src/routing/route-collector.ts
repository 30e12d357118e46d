import type { RequestHandlerInterface, ServerRequestInterface } from '@mortise/http-message';
import { canonicalPath, normalizeMethod } from '@mortise/http-syntax';
import { AppError } from '../app-error.js';
import { type ContainerInterface, resolve } from '../application/container.js';
import type { Variant } from '../variant/contract.js';
import type { VariantTypes } from '../variant/types.js';
import { type InvocationStrategyInterface, requestResponse } from './invocation-strategy.js';
import { pathAsPattern } from './path-as-pattern.js';
import { requestPath } from './request-path.js';
import { Route, type RouteOwner, type RouteParts } from './route.js';
import type { RouteCollectorInterface } from './route-collector-interface.js';
import { ROUTE_CONTEXT, RouteContext } from './route-context.js';
import type { RouteGroup } from './route-group.js';
import { RouteParser } from './route-parser.js';
import type { RouteParserInterface } from './route-parser-interface.js';
import type { RouterFactory, RouterInterface } from './router.js';
import type { RoutingResult } from './routing-result.js';

/** The routes, and the way of a request to one of them. */
export class RouteCollector<T extends VariantTypes>
  implements RouteCollectorInterface<T>, RouteOwner<T>
{
  readonly container: ContainerInterface | null;
  generation = 0;
  vigilant = false;
  readonly #createRouter: RouterFactory;
  readonly #parser: RouteParserInterface;
  readonly #routes: Route<T>[] = [];
  #router: RouterInterface<Route<T>>;
  #variant: Variant<T> | null = null;
  #names: Map<string, Route<T>> | null = null;
  #basePath = '';
  #strategy: InvocationStrategyInterface = requestResponse;

  constructor(createRouter: RouterFactory, container: ContainerInterface | null) {
    this.container = container;
    this.#createRouter = createRouter;
    this.#router = createRouter('');
    this.#parser = new RouteParser(this, (name, data, query) =>
      this.#router.urlFor(this.getNamedRoute(name), data, query),
    );
  }

  get variant(): Variant<T> {
    return this.#variant as Variant<T>;
  }

  /** Called once, before the first route: a variant is made with the collector in hand. */
  setVariant(variant: Variant<T>): void {
    this.#variant = variant;
  }

  layersChanged(): void {
    this.generation += 1;
  }

  /** From now on every layer is looked at every time. */
  becomeVigilant(): void {
    this.vigilant = true;
    this.layersChanged();
  }

  nameChanged(): void {
    this.#names = null;
  }

  /** @throws whatever the router throws for the pattern; the route is not registered then */
  map(
    methods: readonly string[],
    pattern: string,
    groups: readonly RouteGroup<T>[],
    callback: T['callback'],
  ): Route<T> {
    const answerer = (route: Route<T>): RequestHandlerInterface => {
      const resolved = typeof callback === 'string' ? resolve(this.container, callback) : callback;
      return this.variant.toHandler(resolved, route);
    };
    return this.#register(methods, pattern, { groups, callback, answerer });
  }

  /** As {@link map}, for an answer of the application's own that no variant has to understand. */
  mapHandler(
    methods: readonly string[],
    pattern: string,
    groups: readonly RouteGroup<T>[],
    handler: RequestHandlerInterface,
  ): Route<T> {
    return this.#register(methods, pattern, { groups, callback: handler, answerer: () => handler });
  }

  /** Routes a request: what {@link attach} then adds to it. */
  route(request: ServerRequestInterface): RouteContext {
    return new RouteContext(this, this.#resultFor(request));
  }

  attach(request: ServerRequestInterface, context: RouteContext): ServerRequestInterface {
    const routed = request.withAttribute(ROUTE_CONTEXT, context);
    return this.variant.withRoute?.(routed, context) ?? routed;
  }

  /** The context that this application gave a request; `null` before routing. */
  contextOf(request: ServerRequestInterface): RouteContext | null {
    const context = request.getAttribute(ROUTE_CONTEXT);
    // An application around this one has routed the request too: that is not our routing.
    return context?.collector === this ? context : null;
  }

  getRoutes(): readonly Route<T>[] {
    return this.#routes;
  }

  getNamedRoute(name: string): Route<T> {
    this.#names ??= this.#namedRoutes();
    const route = this.#names.get(name);
    if (route === undefined) throw AppError.unknownRoute(name);
    return route;
  }

  getRouteParser(): RouteParserInterface {
    return this.#parser;
  }

  getBasePath(): string {
    return this.#basePath;
  }

  setBasePath(basePath: string): this {
    const canonical = canonicalPath(basePath);
    if (canonical === null || (canonical !== '' && !canonical.startsWith('/'))) {
      throw AppError.invalidBasePath(basePath);
    }
    const pattern = pathAsPattern(canonical);
    if (pattern === null) throw AppError.unfitBasePath(basePath);
    const router = this.#createRouter<Route<T>>(pattern);
    for (const route of this.#routes) router.add(route.getMethods(), route.getPattern(), route);
    this.#router = router;
    this.#basePath = canonical;
    return this;
  }

  getDefaultInvocationStrategy(): InvocationStrategyInterface {
    return this.#strategy;
  }

  setDefaultInvocationStrategy(strategy: InvocationStrategyInterface): this {
    this.#strategy = strategy;
    this.layersChanged();
    return this;
  }

  #register(
    methods: readonly string[],
    pattern: string,
    answer: Pick<RouteParts<T>, 'groups' | 'callback' | 'answerer'>,
  ): Route<T> {
    const identifier = `route${this.#routes.length}`;
    const names = methods.map(normalizeMethod);
    const route = new Route<T>(this, { identifier, methods: names, pattern, ...answer });
    this.#router.add(names, pattern, route);
    this.#routes.push(route);
    return route;
  }

  #resultFor(request: ServerRequestInterface): RoutingResult {
    const path = requestPath(request);
    if (path === null) return { kind: 'bad-path' };
    const result = this.#router.dispatch(request.getMethod(), path);
    if (result.kind !== 'found') return result;
    const route = result.handler;
    return { kind: 'found', route, args: route.argumentsWith(result.args) };
  }

  #namedRoutes(): Map<string, Route<T>> {
    const names = new Map<string, Route<T>>();
    for (const route of this.#routes) {
      const name = route.getName();
      if (name !== null && !names.has(name)) names.set(name, route);
    }
    return names;
  }
}
