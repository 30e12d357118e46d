import { nameOfClass, quote } from '@mortise/base';
import { optional, options, rule } from '@mortise/base/options';
import type {
  HttpFactoriesInterface,
  RequestHandlerInterface,
  RoutedInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { canonicalPath } from '@mortise/http-syntax';
import { Router } from '@mortise/router';
import { AppError } from '../app-error.js';
import { type ContainerInterface, resolve } from '../container.js';
import { isPerRequest, resolveFor } from '../per-request.js';
import type { LayerMaker } from '../middleware/layer-stack.js';
import type { Variant } from './variant.js';
import type { VariantTypes } from '../variant-types.js';
import type {
  InvocationStrategyInterface,
  RouteCollectorInterface,
  RouteInterface,
  RouteParserInterface,
} from './contract.js';
import type { RouteOptions } from './registration-contract.js';
import { isRequestHandler, requestResponse } from './invocation-strategy.js';
import { Route, type RouteParts } from './route.js';
import { type Fillable, RouteContext, type RoutedHandler } from './route-context.js';
import { RouteBodies } from './route-bodies.js';
import { groupRules, type RouteGroup } from './route-group.js';
import type { RouterExplanation, RouterInterface, RouterOptions } from './router-contract.js';
import { UrlGenerator } from './url-generator.js';

/** Matches a base path that a pattern would not treat as text. */
const PATTERN_SYNTAX = /[{[]|\/:/;

const declaredRoute = options<RouteOptions>()('route', {
  name: optional(rule((name) => typeof name === 'string', 'text')),
  ...groupRules,
});

const BAD_PATH = { kind: 'bad-path' } as const;

/** The routes of an application, in one router. */
export class RouteTable<T extends VariantTypes>
  implements RouteCollectorInterface<T>, LayerMaker<T>
{
  readonly container: ContainerInterface | null;
  readonly checksLayers: boolean;
  readonly factories: HttpFactoriesInterface;
  /** Set once, before the first route: a variant is created with access to the table. */
  variant!: Variant<T>;
  /** Responds to requests for unknown paths; `null` leaves that to the outer layers. */
  notFound: RequestHandlerInterface | null = null;
  /** Called with each handler that is mounted. */
  mounted: (handler: RequestHandlerInterface) => void = () => undefined;
  /** Set once, before the first route: parsers need the table to find the route of a request. */
  bodies = new RouteBodies(() => null);
  readonly #router: RouterInterface<Route<T>>;
  readonly #urls: UrlGenerator;
  readonly #listeners: ((route: RouteInterface<T>) => void)[] = [];
  #basePath = '';
  #strategy: InvocationStrategyInterface = requestResponse;
  /** The number of registered routes. */
  #count = 0;

  constructor(
    router: RouterInterface | RouterOptions,
    container: ContainerInterface | null,
    factories: HttpFactoriesInterface,
    checksLayers = true,
  ) {
    this.factories = factories;
    this.container = container;
    this.checksLayers = checksLayers;
    const own = 'dispatch' in router;
    const { rawUrls = false, ...rest } = own ? {} : router;
    this.#router = (own ? router : new Router(rest)) as RouterInterface<Route<T>>;
    this.#urls = new UrlGenerator(this.#router, rawUrls);
  }

  /** @throws the router's error for the route, `MIDDLEWARE_INVALID`, `CALLBACK_INVALID`; the route is then not registered */
  map(
    methods: readonly string[],
    pattern: string,
    groups: readonly RouteGroup<T>[],
    callback: T['callback'],
    options: RouteOptions<T>,
  ): Route<T> {
    if (!isCallback(callback)) throw AppError.invalidCallback(callback, `route ${pattern}`);
    if (typeof options === 'function') throw AppError.secondCallback(`route ${pattern}`);
    declaredRoute(options, `route(${quote(pattern)})`);
    const toHandler = (route: Route<T>): RoutedHandler => {
      const { variant, container, bodies } = this;
      if (!isPerRequest(callback)) {
        const resolved = typeof callback === 'string' ? resolve(container, callback) : callback;
        return bodies.before(variant.toHandler(resolved, route), route);
      }
      const handlerFor = (request: ServerRequestInterface) =>
        variant.toHandler(resolveFor(request, container, callback.name), route);
      const handler: RoutedHandler = {
        handle: (request, context) => handlerFor(request).handle(request, context),
      };
      return bodies.before(handler, route);
    };
    return this.#register(methods, pattern, { groups, callback, toHandler }, options);
  }

  /** Like {@link map}, for a handler of the application itself, which no variant needs to convert. */
  mapHandler(
    methods: readonly string[],
    pattern: string,
    groups: readonly RouteGroup<T>[],
    handler: RequestHandlerInterface,
    options: RouteOptions<T> = {},
  ): Route<T> {
    declaredRoute(options, `route(${quote(pattern)})`);
    const parts = { groups, callback: handler, toHandler: () => handler };
    return this.#register(methods, pattern, parts, options);
  }

  /** Calls a listener for each route, first for those that are already registered. */
  onRoute(listener: (route: RouteInterface<T>) => void): void {
    for (const route of this.getRoutes()) listener(route);
    this.#listeners.push(listener);
  }

  /** Returns why a request does or does not reach each route; empty if the router cannot explain it, or for a malformed path. */
  explain(method: string, path: string): readonly RouterExplanation<Route<T>>[] {
    const canonical = canonicalPath(path);
    return canonical === null ? [] : (this.#router.explain?.(method, canonical) ?? []);
  }

  getRoutes(): readonly Route<T>[] {
    return this.#router.routes().map(({ handler }) => handler);
  }

  getNamedRoute(name: string): Route<T> {
    const route = this.#router.named(name);
    if (route === null) throw AppError.unknownRoute(name);
    return route.handler;
  }

  getRouteParser(): RouteParserInterface {
    return this.#urls;
  }

  methodsFor(path: string): readonly string[] {
    const canonical = canonicalPath(path);
    return canonical === null ? [] : this.#router.methodsFor(canonical);
  }

  match(method: string, path: string): RoutedInterface {
    const context = new RouteContext(this);
    this.search(context, method, canonicalPath(path), false);
    return context;
  }

  getBasePath(): string {
    return this.#basePath;
  }

  setBasePath(basePath: string): this {
    const canonical = canonicalPath(basePath);
    if (canonical === null || (canonical !== '' && !canonical.startsWith('/'))) {
      throw AppError.invalidBasePath(basePath);
    }
    if (PATTERN_SYNTAX.test(basePath) || PATTERN_SYNTAX.test(canonical))
      throw AppError.unfitBasePath(basePath);
    this.#router.mount(canonical);
    this.#basePath = canonical;
    return this;
  }

  getDefaultInvocationStrategy(): InvocationStrategyInterface {
    return this.#strategy;
  }

  setDefaultInvocationStrategy(strategy: InvocationStrategyInterface): this {
    this.#strategy = strategy;
    for (const route of this.getRoutes()) route.layersChanged();
    return this;
  }

  /**
   * Fills in a context.
   *
   * @param path canonical; `null` if there is no canonical form
   * @param innermost see {@link RouteContext.isInnermost}
   */
  search(context: Fillable, method: string, path: string | null, innermost: boolean): void {
    if (path === null) context.unrouted = BAD_PATH;
    else {
      const result = this.#router.dispatch(method, path);
      if (result.kind === 'found') {
        const route = result.handler;
        context.registered = route;
        context.args = route.argumentsWith(result.args);
      } else if (result.kind === 'options') {
        context.unrouted = { kind: 'method-not-allowed', allowed: result.allowed };
      } else context.unrouted = result;
    }
    context.isInnermost = innermost;
  }

  #register(
    methods: readonly string[],
    pattern: string,
    parts: Pick<RouteParts<T>, 'groups' | 'callback' | 'toHandler'>,
    options: RouteOptions<T>,
  ): Route<T> {
    const { name } = options;
    const parser = this.bodies.parserOf(
      [...parts.groups, options].map(({ body }) => body),
      `route(${quote(pattern)}).body`,
    );
    const escapedSlashes = [...parts.groups, options].findLast(
      (each) => each.escapedSlashes !== undefined,
    )?.escapedSlashes;
    const route = new Route<T>(
      this,
      {
        ...parts,
        factories: this.factories,
        identifier: `route${this.#count}`,
        register: (handler, metadata) =>
          this.#router.add(methods, pattern, handler, {
            ...(name !== undefined && { name }),
            ...(escapedSlashes !== undefined && { escapedSlashes }),
            metadata,
          }),
      },
      options,
    );
    this.bodies.set(route, parser);
    this.#count += 1;
    for (const listener of this.#listeners) listener(route);
    return route;
  }
}

/** Whether a value can be a callback; a name is resolved with the first request. */
function isCallback(value: unknown): boolean {
  if (typeof value === 'function') return nameOfClass(value) === null;
  return typeof value === 'string' || isPerRequest(value) || isRequestHandler(value);
}
