import { quote } from '@mortise/base';
import { accepted, optional, options, text } from '@mortise/base/options';
import type {
  HttpFactoriesInterface,
  RequestHandlerInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { canonicalPath } from '@mortise/http-syntax';
import { AppError } from '../app-error.js';
import type { ContainerInterface } from '../container.js';
import type { ReportLost } from '../lost-errors.js';
import { type Mistakes, mistakesWith } from '../development/mistakes.js';
import type { LayerOwner } from '../middleware/layer-stack.js';
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
import {
  foreignRoute,
  invalidBasePath,
  checkBodyOptions,
  unknownRoute,
} from '../misuse/wrong-calls.js';
import { Route, type RouteParts } from './route.js';
import { RouteBodies } from './route-bodies.js';
import type { RouteLimits } from './route-limits.js';
import { Match } from './match.js';
import { groupRules, type RouteGroup } from './route-group.js';
import type { RouterExplanation, RouterInterface, RouterRoute } from './router-contract.js';
import { urlGenerator } from './url-generator.js';

const aString = text();

/** The rules for the options of a route. */
export const routeRules = { name: optional(text()), ...groupRules };

const declaredRoute = options<RouteOptions>()('route', routeRules, {
  middleware: 'layers',
  preHandler: 'layers',
  preValidation: 'layers',
  onRequest: 'layers',
  schema:
    'endpoint({ args, query, body, responses }, handler) as the handler, from @mortise/endpoint',
});

/** A router, and whether its URLs have values inserted unchanged. */
export interface GivenRouter {
  readonly router: RouterInterface;
  readonly rawUrls: boolean;
}

/** What the routes of an application are created from: its checked options, and what its other parts do for them. */
export interface RouteListParts<T extends VariantTypes> {
  readonly factories: HttpFactoriesInterface;
  readonly container?: ContainerInterface | undefined;
  readonly router: GivenRouter;
  readonly development: boolean;
  readonly limits: RouteLimits;
  readonly strategy?: InvocationStrategyInterface | undefined;
  readonly body?: RouteBodyOptions | undefined;
  readonly createBodyParser?: BodyParserFactory | undefined;
  readonly createVariant: (routes: RouteCollectorInterface) => Variant<T>;
  readonly lost: ReportLost;
  /** Returns the route of a request, even before routing; `null` if it has none. */
  readonly routeOf: (request: ServerRequestInterface) => Route<T> | null;
  /** Called with each handler that is mounted. */
  readonly onMount: (handler: RouteHandlerInterface) => void;
}

/** The routes of an application in one router, with their base path and what all routes share. */
export class RouteList<T extends VariantTypes>
  implements RouteCollectorInterface<T>, LayerOwner<T>
{
  readonly container: ContainerInterface | null;
  readonly development: boolean;
  readonly mistakes: Mistakes | null;
  readonly factories: HttpFactoriesInterface;
  readonly variant: Variant<T>;
  /** Reports an error that no layer will see. */
  readonly lost: ReportLost;
  readonly onMount: (handler: RouteHandlerInterface) => void;
  readonly router: RouterInterface<Route<T>>;
  readonly bodies: RouteBodies;
  /** Responds to requests for unknown paths; `null` leaves them to the outer layers. */
  notFound: RequestHandlerInterface | null = null;
  /** The groups whose callback is running, outermost first; see {@link inGroups}. */
  openGroups: readonly RouteGroup<T>[] = [];
  readonly #limits: RouteLimits;
  readonly #urls: RouteParserInterface;
  readonly #listeners: ((route: RouteInterface<T>) => void)[] = [];
  #basePath = '';
  #strategy: InvocationStrategyInterface;
  /** The number of registered routes. */
  #count = 0;

  /** @throws {AppError} `BODY_PARSER_MISSING` */
  constructor({ router, factories, development, ...parts }: RouteListParts<T>) {
    this.factories = factories;
    this.container = parts.container ?? null;
    this.development = development;
    this.mistakes = development ? mistakesWith(this) : null;
    this.lost = parts.lost;
    this.onMount = parts.onMount;
    this.#limits = parts.limits;
    this.#strategy = parts.strategy ?? requestResponse;
    this.router = router.router as RouterInterface<Route<T>>;
    this.#urls = urlGenerator((route) => this.#entryOf(route), router.rawUrls);
    this.bodies = new RouteBodies(parts.routeOf, parts.body, parts.createBodyParser);
    this.variant = parts.createVariant(this);
  }

  /** Calls a function that can register routes, as the callback of the innermost of these groups. */
  inGroups<R>(groups: readonly RouteGroup<T>[], register: () => R): R {
    const outside = this.openGroups;
    this.openGroups = groups;
    try {
      return register();
    } finally {
      this.openGroups = outside;
    }
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
      if (body) checkBodyOptions(`${shown}.body`, body, lines as VariantLines);
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
        this.router.add(methods, pattern, handler, {
          ...(name !== undefined && { name }),
          ...(escapedSlashes !== undefined && { escapedSlashes }),
          metadata: all,
          inOrder,
        }),
    });
    this.#count += 1;
    // A listener can register routes on the application, even for a route of a group.
    this.inGroups([], () => {
      for (const listener of this.#listeners) listener(route);
    });
    return route;
  }

  /** Calls a listener for each route, starting with those already registered. */
  onEachRoute(listener: (route: RouteInterface<T>) => void): void {
    for (const route of this.getRoutes()) listener(route);
    this.#listeners.push(listener);
  }

  /**
   * Returns each route with the reason why a request does or does not reach it; empty if the router cannot explain it,
   * or for a malformed path.
   */
  explain(method: string, path: string): readonly RouterExplanation<Route<T>>[] {
    accepted(aString, method, 'explain.method');
    const canonical = canonicalPath(accepted(aString, path, 'explain.path'));
    return canonical === null ? [] : (this.router.explain?.(method, canonical) ?? []);
  }

  getRoutes(): readonly Route<T>[] {
    return this.router.routes().map(({ handler }) => handler);
  }

  getNamedRoute(name: string): Route<T> {
    return this.#named(name).handler;
  }

  getRouteParser(): RouteParserInterface {
    return this.#urls;
  }

  canonicalPath(path: string): string | null {
    return canonicalPath(accepted(aString, path, 'canonicalPath.path'));
  }

  methodsFor(path: string): readonly string[] {
    const canonical = canonicalPath(accepted(aString, path, 'methodsFor.path'));
    return canonical === null ? [] : this.router.methodsFor(canonical);
  }

  match(method: string, path: string): Match<T> {
    accepted(aString, method, 'match.method');
    const canonical = canonicalPath(accepted(aString, path, 'match.path'));
    return new Match(this).find(this.router, method, canonical);
  }

  getBasePath(): string {
    return this.#basePath;
  }

  setBasePath(basePath: string): this {
    const canonical = basePathOf(basePath, (expected) => invalidBasePath(basePath, expected));
    this.router.mount(canonical);
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

  #named(name: string): RouterRoute<Route<T>> {
    const route = this.router.named(name);
    if (route === null) throw unknownRoute(name);
    return route;
  }

  #entryOf(route: UrlTarget): RouterRoute {
    if (!(route instanceof Route)) return this.#named(route as string);
    if (route.owner !== this) throw foreignRoute(route.getPattern());
    return route.entry;
  }
}
