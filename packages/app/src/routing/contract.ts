import type { MetadataKey, ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import type { VariantBValues, VariantTypes } from '../variant-types.js';
import type { UnroutedResult } from '../errors/contract.js';
import type { RouteArguments } from './router-contract.js';

export type { RouteArguments };

/**
 * A registered route: one object for all its methods and requests.
 *
 * @typeParam Pattern the whole pattern, which types the values of its URLs; any by default
 */
export interface RouteInterface<
  T extends VariantTypes = VariantTypes,
  Pattern extends string = string,
> {
  /** `'route0'`, `'route1'`, ... in the order of registration. */
  getIdentifier(): string;

  /** The whole pattern, prefixed by those of the groups. */
  getPattern(): Pattern;

  /** Standard methods in upper case, others unchanged; in the given order. */
  getMethods(): readonly string[];

  /** The callback, unchanged. */
  getCallable(): T['callback'];

  /** The groups around the route, outermost first. */
  getGroups(): readonly RouteGroupInterface<T>[];

  /** `null` if the route has no name. */
  getName(): string | null;

  /** Names the route, for URLs. If two routes get the same name this way, it refers to the first registered one. */
  setName(name: string): this;

  /** Returns the value set on the route, or on its innermost group that sets one; `undefined` if none does. */
  getMetadata<V>(key: MetadataKey<V>): V | undefined;

  /** Sets a value of the route, which overrides those of its groups. @param value kept by reference */
  setMetadata<V>(key: MetadataKey<V>, value: NoInfer<V>): this;

  /** Returns the arguments of {@link setArguments}; not those of a request. */
  getArguments(): RouteArguments;

  /** Sets an argument for requests whose path has none of that name. */
  setArgument(name: string, value: string): this;

  /** Sets several arguments and keeps the others. */
  setArguments(args: RouteArguments): this;

  /** `null` if the route uses the application's. */
  getInvocationStrategy(): InvocationStrategyInterface | null;

  /** Sets how the callback is called. Its type still follows the application's strategy. */
  setInvocationStrategy(strategy: InvocationStrategyInterface): this;

  /** Returns the middleware added here, unchanged and in order: the last is outermost. Excludes that of its groups. */
  getMiddleware(): readonly T['routeMiddleware'][];

  /**
   * Adds middleware around the route; the last added is the outermost.
   *
   * @throws {AppError} `MIDDLEWARE_INVALID`
   */
  add(middleware: T['routeMiddleware']): this;

  /** The same as {@link add}. */
  addMiddleware(middleware: T['routeMiddleware']): this;
}

/** Routes with a common prefix, and the middleware around them. */
export interface RouteGroupInterface<T extends VariantTypes = VariantTypes> {
  /** Returns the whole prefix, including those of the outer groups (`/a/b`); in variant A only its own, as in Slim 3. */
  getPattern(): string;

  /** Returns the value set here, ignoring outer groups; `undefined` if there is none. */
  getMetadata<V>(key: MetadataKey<V>): V | undefined;

  /** Sets a value for the routes of the group; inner groups and routes override it. @param value kept by reference */
  setMetadata<V>(key: MetadataKey<V>, value: NoInfer<V>): this;

  /** Returns the middleware added here, unchanged and in order: the last is outermost. Excludes that of outer groups. */
  getMiddleware(): readonly T['routeMiddleware'][];

  /**
   * Adds middleware around the routes of the group, including those of inner groups. The last added
   * is the outermost; all middleware of an outer group runs outside that of an inner one.
   *
   * @throws {AppError} `MIDDLEWARE_INVALID`
   */
  add(middleware: T['routeMiddleware']): this;

  /** The same as {@link add}. */
  addMiddleware(middleware: T['routeMiddleware']): this;
}

/** A route that a request has reached, with the arguments of that request. */
export interface MatchedRouteInterface
  extends Pick<
    RouteInterface,
    'getGroups' | 'getIdentifier' | 'getMetadata' | 'getMethods' | 'getName' | 'getPattern'
  > {
  /** @returns `null` (or `fallback`) if there is no argument of that name */
  getArgument(name: string): string | null;
  getArgument<D>(name: string, fallback: D): string | D;

  getArguments(): RouteArguments;

  /** Sets an argument for this request only, for the inner layers and the callback. */
  setArgument(name: string, value: string): this;

  /** Replaces all arguments, for this request only. @param args copied */
  setArguments(args: RouteArguments): this;
}

/** A route's callback, as strategies call it. */
export type RouteCallback = (...parameters: readonly unknown[]) => unknown;

/**
 * How the callback of a route is called: which values it gets, in which order.
 *
 * The defaults are {@link requestResponse} and its variations; an application can have its own.
 */
export interface InvocationStrategyInterface {
  /**
   * Whether objects with `handle` are called through this strategy too. Default `false`: they get
   * the unchanged request.
   */
  readonly takesRequestHandlers?: boolean;

  /**
   * @param callback of the route
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

/**
 * A strategy that passes the arguments separately.
 *
 * @typeParam T the types of an application that uses it, for `createApp`
 */
export interface ValuesStrategyInterface<T extends VariantTypes = VariantBValues>
  extends InvocationStrategyInterface {
  readonly givesValues: true;

  /** Never set: it carries the types. */
  readonly types?: T;
}

/** The result of routing a request; `allowed` lists methods as registered, in order of registration. */
export type RoutingResult =
  | { readonly kind: 'found'; readonly route: RouteInterface; readonly args: RouteArguments }
  | UnroutedResult;
