import { quote } from '@mortise/base';
import { optional, options, text } from '@mortise/base/options';
import type {
  AttributeKey,
  HttpFactoriesInterface,
  RequestHandlerInterface,
  RoutedInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { canonicalPath } from '@mortise/http-syntax';
import { Router } from '@mortise/router';
import { AppError } from '../app-error.js';
import type { ContainerInterface } from '../container.js';
import { requestPath } from '../request-path.js';
import type { ReportLost } from '../ignorable-handler.js';
import type { LayerMaker } from '../middleware/layer-stack.js';
import { noMaxBytes } from '../misuse/variant-errors.js';
import { type VariantLines } from '../misuse/variant-lines.js';
import { basePathOf } from './base-path.js';
import type { Variant } from './variant.js';
import type { RouteHandlerInterface, VariantTypes } from '../variant-types.js';
import type { InvocationStrategyInterface, RouteInterface } from './contract.js';
import type {
  RouteCollectorInterface,
  RouteParserInterface,
  UrlTarget,
} from './collector-contract.js';
import type { RouteOptions } from './registration-contract.js';
import type { BodyParserFactory, RouteBodyOptions } from './body-options.js';
import { isCallback } from './callback-handler.js';
import { requestResponse } from './invocation-strategy.js';
import { foreignRoute, invalidBasePath, unknownRoute } from '../misuse/routing-errors.js';
import { Route, type RouteParts } from './route.js';
import { RouteBodies } from './route-bodies.js';
import type { RouteLimits } from './route-limits.js';
import { ROUTE_CONTEXT } from './route-context.js';
import { Match } from './match.js';
import { groupRules, type RouteGroup } from './route-group.js';
import type {
  RouterExplanation,
  RouterInterface,
  RouterOptions,
  RouterRoute,
} from './router-contract.js';
import { urlGenerator } from './url-generator.js';

/** The rules for the options of a route. */
export const routeRules = { name: optional(text()), ...groupRules };

const declaredRoute = options<RouteOptions>()('route', routeRules, { middleware: 'layers' });

/** The checked options of an application that concern its routes. */
export interface RouteListOptions {
  readonly factories: HttpFactoriesInterface;
  readonly container?: ContainerInterface | undefined;
  readonly router: RouterInterface | RouterOptions;
  readonly development: boolean;
  readonly limits: RouteLimits;
  readonly strategy?: InvocationStrategyInterface | undefined;
  readonly body?: RouteBodyOptions | undefined;
  readonly createBodyParser?: BodyParserFactory | undefined;
}

/** What a request inside routing has reached. */
const REACHED: AttributeKey<unknown> = 'mortise.reached';

const BAD_PATH = { kind: 'bad-path' } as const;

/** The routes of an application in one router, with their base path and what all routes share. */
export class RouteList<T extends VariantTypes>
  implements RouteCollectorInterface<T>, LayerMaker<T>
{
  readonly container: ContainerInterface | null;
  readonly development: boolean;
  readonly factories: HttpFactoriesInterface;
  /** Set once, before the first route is registered: creating a variant requires access to this list. */
  variant!: Variant<T>;
  /** Responds to requests for unknown paths; `null` leaves them to the outer layers. */
  notFound: RequestHandlerInterface | null = null;
  /** Called with each handler that is mounted. */
  mounted: (handler: RouteHandlerInterface) => void = () => undefined;
  /** Reports an error that no layer will see. Set once, like {@link variant}. */
  lost!: ReportLost;
  /** The groups whose callback is running, outermost first. */
  open: readonly RouteGroup<T>[] = [];
  readonly bodies: RouteBodies;
  readonly #limits: RouteLimits;
  readonly #router: RouterInterface<Route<T>>;
  readonly #urls: RouteParserInterface;
  readonly #listeners: ((route: RouteInterface<T>) => void)[] = [];
  #basePath = '';
  #strategy: InvocationStrategyInterface;
  /** The number of registered routes. */
  #count = 0;

  /** @throws {AppError} `BODY_PARSER_MISSING` */
  constructor({ router, factories, development, ...options }: RouteListOptions) {
    this.factories = factories;
    this.container = options.container ?? null;
    this.development = development;
    this.#limits = options.limits;
    this.#strategy = options.strategy ?? requestResponse;
    const own = 'dispatch' in router;
    const { rawUrls = false, ...rest } = own ? {} : router;
    this.#router = (own ? router : new Router(rest)) as RouterInterface<Route<T>>;
    this.#urls = urlGenerator((route) => this.#entryOf(route), rawUrls);
    const { body, createBodyParser } = options;
    this.bodies = new RouteBodies((request) => this.routeOf(request), body, createBodyParser);
  }

  /** @throws the router's error, `MIDDLEWARE_INVALID` or `CALLBACK_INVALID`; the route is then not registered */
  map(
    methods: readonly string[],
    pattern: string,
    groups: readonly RouteGroup<T>[],
    callback: T['callback'],
    options: RouteOptions<T>,
  ): Route<T> {
    const place = `route ${pattern}`;
    if (!isCallback(callback)) {
      throw typeof options === 'function' &&
        Object.prototype.toString.call(callback) === '[object Object]'
        ? AppError.optionsFirst(place)
        : AppError.invalidCallback(callback, place);
    }
    if (typeof options === 'function') throw AppError.secondCallback(place);
    return this.register(methods, pattern, { groups, callback, handler: null }, options);
  }

  /** Like {@link map}, without checking the callback. @param inOrder the router's option, for mounts */
  register(
    methods: readonly string[],
    pattern: string,
    parts: Pick<RouteParts<T>, 'groups' | 'callback' | 'handler'>,
    given: RouteOptions<T>,
    inOrder = false,
  ): Route<T> {
    const shown = `route(${quote(pattern)})`;
    const options = declaredRoute(given, shown);
    const { name, layers, metadata } = options;
    const places = [...parts.groups.map((group) => group.options), options];
    const escapedSlashes = places.findLast(
      (each) => each.escapedSlashes !== undefined,
    )?.escapedSlashes;
    const { lines } = this.variant;
    for (const { body } of lines === undefined ? [] : places) {
      if (body && body.maxBytes !== undefined)
        throw noMaxBytes(`${shown}.body`, body.maxBytes, lines as VariantLines);
    }
    const bodyParser = this.bodies.parserOf(
      places.map(({ body }) => body),
      `${shown}.body`,
    );
    const route = new Route<T>(this, {
      ...{ ...parts, layers, metadata, bodyParser },
      limits: Object.assign({}, this.#limits, ...places.map(({ limits }) => limits)) as RouteLimits,
      identifier: `route${this.#count}`,
      register: (handler, all) =>
        this.#router.add(methods, pattern, handler, {
          ...(name !== undefined && { name }),
          ...(escapedSlashes !== undefined && { escapedSlashes }),
          metadata: all,
          inOrder,
        }),
    });
    this.#count += 1;
    const { open } = this;
    // A listener can register routes on the application, even for a route of a group.
    this.open = [];
    try {
      for (const listener of this.#listeners) listener(route);
    } finally {
      this.open = open;
    }
    return route;
  }

  /** Calls a listener for each route, starting with those already registered. */
  onRoute(listener: (route: RouteInterface<T>) => void): void {
    for (const route of this.getRoutes()) listener(route);
    this.#listeners.push(listener);
  }

  /**
   * Returns each route with the reason why a request does or does not reach it; empty if the router cannot explain it,
   * or for a malformed path.
   */
  explain(method: string, path: string): readonly RouterExplanation<Route<T>>[] {
    const canonical = canonicalPath(path);
    return canonical === null ? [] : (this.#router.explain?.(method, canonical) ?? []);
  }

  getRoutes(): readonly Route<T>[] {
    return this.#router.routes().map(({ handler }) => handler);
  }

  getNamedRoute(name: string): Route<T> {
    return this.#named(name).handler;
  }

  getRouteParser(): RouteParserInterface {
    return this.#urls;
  }

  canonicalPath(path: string): string | null {
    return canonicalPath(path);
  }

  methodsFor(path: string): readonly string[] {
    const canonical = canonicalPath(path);
    return canonical === null ? [] : this.#router.methodsFor(canonical);
  }

  match(method: string, path: string): RoutedInterface {
    return this.#found(method, canonicalPath(path));
  }

  getBasePath(): string {
    return this.#basePath;
  }

  setBasePath(basePath: string): this {
    const canonical = basePathOf(basePath, (expected) => invalidBasePath(basePath, expected));
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

  /** Whether a value is a match of these routes, not of those of a nested application. */
  owns(value: unknown): value is Match<T> {
    return value instanceof Match && value.collector === this;
  }

  /**
   * Returns the route that runs, or will run, for a request: the one that it has reached, or the result of routing
   * around it, even if a layer has changed its method or path since; otherwise the one for its method and path.
   *
   * @returns `null` if it has none
   */
  routeOf(request: ServerRequestInterface): Route<T> | null {
    const reached = request.getAttribute(REACHED);
    if (reached instanceof Route && reached.owner === this) return reached as Route<T>;
    // Without the attribute of the match, the request is routed again.
    if (this.owns(reached) && reached === request.getAttribute(ROUTE_CONTEXT)) return reached.route;
    return this.#found(request.getMethod(), requestPath(request)).route;
  }

  /**
   * Marks a request inside routing for {@link routeOf}, because copies outside share the match. Without body options of
   * routes, nothing needs it.
   *
   * @param by the route, or before it is called, the match
   */
  reaching(request: ServerRequestInterface, by: Route<T> | Match<T>): ServerRequestInterface {
    return this.bodies.hasOwn ? request.withAttribute(REACHED, by) : request;
  }

  /** Fills in a match for a method and path. @param path canonical; `null` if there is no canonical form */
  search(match: Match<T>, method: string, path: string | null): void {
    if (path === null) {
      match.unrouted = BAD_PATH;
      return;
    }
    const result = this.#router.dispatch(method, path);
    if (result.kind === 'found') {
      match.route = result.handler;
      match.args = result.handler.argumentsWith(result.args);
    } else match.unrouted = result;
  }

  #found(method: string, path: string | null): Match<T> {
    const match = new Match(this);
    this.search(match, method, path);
    return match;
  }

  #named(name: string): RouterRoute<Route<T>> {
    const route = this.#router.named(name);
    if (route === null) throw unknownRoute(name);
    return route;
  }

  #entryOf(route: UrlTarget): RouterRoute {
    if (!(route instanceof Route)) return this.#named(route as string);
    if (route.owner !== this) throw foreignRoute(route.getPattern());
    return route.entry;
  }
}
