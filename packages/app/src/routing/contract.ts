import type {
  MetadataKey,
  ResponseInterface,
  RoutedInterface,
  ServerRequestInterface,
  UriInterface,
} from '@mortise/http-message';
import type { VariantTypes } from '../variant/types.js';
import type { UnroutedResult } from '../errors/contract.js';
import type { RouteArguments } from './route-arguments.js';
import type { UrlData, UrlQuery } from './router-contract.js';

/** A route as registered: one object for all its methods and requests. */
export interface RouteInterface<T extends VariantTypes = VariantTypes> {
  /** `'route0'`, `'route1'`, ... in the order of registration. */
  getIdentifier(): string;

  /** The whole pattern, prefixed by those of the groups. */
  getPattern(): string;

  /** Standard methods in upper case, others as given; in the order given. */
  getMethods(): readonly string[];

  /** The callback, as given. */
  getCallable(): T['callback'];

  /** The groups around the route, outermost first. */
  getGroups(): readonly RouteGroupInterface<T>[];

  /** `null` when the route has no name. */
  getName(): string | null;

  /** Names the route, for URLs. Of two routes that get one name this way, the first registered has it. */
  setName(name: string): this;

  /** The value that the route has, else its innermost group that has one; `undefined` when none has. */
  getMetadata<V>(key: MetadataKey<V>): V | undefined;

  /** Sets a fact about the route, over those of its groups. @param value kept by reference */
  setMetadata<V>(key: MetadataKey<V>, value: NoInfer<V>): this;

  /** What {@link setArguments} has set; a request's own arguments are not here. */
  getArguments(): RouteArguments;

  /** Sets an argument for requests whose path gives none of that name. */
  setArgument(name: string, value: string): this;

  /** Sets several, and keeps the others. */
  setArguments(args: RouteArguments): this;

  /** `null` when the route follows the application's. */
  getInvocationStrategy(): InvocationStrategyInterface | null;

  /** How the callback is called. Its type still follows the application's strategy. */
  setInvocationStrategy(strategy: InvocationStrategyInterface): this;

  /**
   * The middleware that was added here, as it was given, in the order of adding: the last is the outermost. Without
   * that of its groups.
   */
  getMiddleware(): readonly T['middleware'][];

  /**
   * Adds middleware around the route; the last added is the outermost, also of several.
   *
   * @throws {AppError} `MIDDLEWARE_INVALID`; none is added then
   */
  add(...middleware: readonly T['middleware'][]): this;

  /** The same as {@link add}. */
  addMiddleware(middleware: T['middleware']): this;
}

/** Routes under one prefix, and the middleware around all of them. */
export interface RouteGroupInterface<T extends VariantTypes = VariantTypes> {
  /** The whole prefix, those of the groups around included (`/a/b`); in variant A its own, as in Slim 3. */
  getPattern(): string;

  /** Sets a fact about the routes of the group; inner groups and routes override it. @param value kept by reference */
  setMetadata<V>(key: MetadataKey<V>, value: NoInfer<V>): this;

  /**
   * The middleware that was added here, as it was given, in the order of adding: the last is the outermost. Without
   * that of the groups around.
   */
  getMiddleware(): readonly T['middleware'][];

  /**
   * Adds middleware around the routes of the group, those of inner groups included. The last added
   * is the outermost; all of an outer group run outside those of an inner one.
   *
   * @throws {AppError} `MIDDLEWARE_INVALID`
   */
  add(...middleware: readonly T['middleware'][]): this;

  /** The same as {@link add}. */
  addMiddleware(middleware: T['middleware']): this;
}

/** A route that a request has reached, with the arguments of that request. */
export interface MatchedRouteInterface
  extends Pick<
    RouteInterface,
    'getGroups' | 'getIdentifier' | 'getMetadata' | 'getMethods' | 'getName' | 'getPattern'
  > {
  /** @returns `null` (or `fallback`) when there is no argument of that name */
  getArgument(name: string): string | null;
  getArgument<D>(name: string, fallback: D): string | D;

  getArguments(): RouteArguments;

  /** Sets an argument for this request alone, for the inner layers and the callback. */
  setArgument(name: string, value: string): this;

  /** Replaces all arguments, for this request alone. @param args copied */
  setArguments(args: RouteArguments): this;
}

/** Every route of an application. */
export interface RouteCollectorInterface<T extends VariantTypes = VariantTypes> {
  /** In the order of registration. */
  getRoutes(): readonly RouteInterface<T>[];

  /** @throws {AppError} `ROUTE_NAME_UNKNOWN` */
  getNamedRoute(name: string): RouteInterface<T>;

  getRouteParser(): RouteParserInterface;

  /**
   * The methods that a path is served for, `HEAD` after `GET`; `'*'` among them when a route serves any method.
   *
   * @param path of a request: with the base path, in any encoding
   * @returns `[]` when no route has the path, or when it has no canonical form
   */
  methodsFor(path: string): readonly string[];

  /**
   * What routing would find, without handling a request.
   *
   * @param method as in a request
   * @param path as for {@link methodsFor}
   */
  match(method: string, path: string): RoutedInterface;

  /** `''` when the application is at the top. In front of every path that is served, and of every URL. */
  getBasePath(): string;

  /**
   * @param basePath `''`, or a path that begins with `/`, in any encoding; a slash at its end stays. It is
   *   text: what a pattern would read as a placeholder or an optional part is refused
   * @throws {AppError} `BASE_PATH_INVALID`
   */
  setBasePath(basePath: string): this;

  /** How callbacks are called if their route has no strategy. */
  getDefaultInvocationStrategy(): InvocationStrategyInterface;

  setDefaultInvocationStrategy(strategy: InvocationStrategyInterface): this;
}

/** Makes URLs from the names of routes. */
export interface RouteParserInterface {
  /**
   * The path of a route after the base path.
   *
   * @param data values of the placeholders by name; others are ignored
   * @param query becomes the query, nested data as PHP writes them: `a[b]=c`
   * @throws {AppError} `ROUTE_NAME_UNKNOWN`; the router's error when a value is missing or does not
   *   fit its placeholder
   */
  relativeUrlFor(routeName: string, data?: UrlData, query?: UrlQuery): string;

  /**
   * The base path and the path of a route; otherwise like {@link relativeUrlFor}. The parser of a route
   * context prepends the base path of its request's URI.
   */
  urlFor(routeName: string, data?: UrlData, query?: UrlQuery): string;

  /**
   * With scheme, authority and base path of `uri` in front, then the prefix of `setBasePath`; otherwise
   * like {@link relativeUrlFor}.
   */
  fullUrlFor(uri: UriInterface, routeName: string, data?: UrlData, query?: UrlQuery): string;
}

/** A route's callback, as a strategy sees it. */
export type RouteCallback = (...parameters: readonly unknown[]) => unknown;

/**
 * How the callback of a route is called: which values it gets, in which order.
 *
 * The default strategies are {@link requestResponse} and its siblings; an application can bring its own.
 */
export interface InvocationStrategyInterface {
  /**
   * Whether objects with `handle` are called through this strategy too. Default `false`: they get
   * the request, and nothing is added to it.
   */
  readonly takesRequestHandlers?: boolean;

  /**
   * @param callback that of the route
   * @param response a fresh one, which the callback can fill
   * @param args the arguments of the route, decoded, by name in the order of the pattern
   * @returns what the callback returned
   */
  invoke(
    callback: RouteCallback,
    request: ServerRequestInterface,
    response: ResponseInterface,
    args: RouteArguments,
  ): unknown;
}

/** A strategy that passes the arguments one by one: callbacks are typed so. */
export interface ValuesStrategyInterface extends InvocationStrategyInterface {
  readonly givesValues: true;
}

/** How routing ended for a request; `allowed` is as registered, in the order of registration. */
export type RoutingResult =
  | { readonly kind: 'found'; readonly route: RouteInterface; readonly args: RouteArguments }
  | UnroutedResult;
