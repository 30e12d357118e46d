import type { MetadataKey, ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import type { VariantBValues, VariantTypes } from '../variant-types.js';
import type { UnroutedResult } from '../errors/contract.js';
import type { RouteArguments } from './router-contract.js';

export type { RouteArguments };

/**
 * A registered route: one object for all its methods and requests.
 *
 * @typeParam Pattern the whole pattern, which determines the types of its URL values; default: any
 */
export interface RouteInterface<
  T extends VariantTypes = VariantTypes,
  Pattern extends string = string,
> {
  /** Returns `'route0'`, `'route1'`, ... in the order of registration. */
  getIdentifier(): string;

  /** Returns the whole pattern, including the prefixes of its groups. */
  getPattern(): Pattern;

  /** Returns the methods in the given order, standard ones in upper case, others unchanged. */
  getMethods(): readonly string[];

  /** Returns the callback, unchanged. */
  getCallable(): T['callback'];

  /** Returns the groups that contain the route, outermost first. */
  getGroups(): readonly RouteGroupInterface<T>[];

  /** Returns the name; `null` if the route has none. */
  getName(): string | null;

  /**
   * Names the route, for generating URLs. If this gives two routes the same name, it refers to the one registered
   * first.
   */
  setName(name: string): this;

  /** Returns the value set on the route, or else on its innermost group that has one; `undefined` if there is none. */
  getMetadata<V>(key: MetadataKey<V>): V | undefined;

  /** Sets a value on the route, which overrides those of its groups. @param value kept by reference */
  setMetadata<V>(key: MetadataKey<V>, value: NoInfer<V>): this;

  /** Returns the arguments set by {@link setArguments}, not those of a request. */
  getArguments(): RouteArguments;

  /** Sets an argument for requests whose path does not provide one of that name. */
  setArgument(name: string, value: string): this;

  /** Sets several arguments, like {@link setArgument}, and keeps the others. */
  setArguments(args: RouteArguments): this;

  /** Returns the strategy set on the route; `null` if it uses the application's. */
  getInvocationStrategy(): InvocationStrategyInterface | null;

  /** Sets how the callback is called. The type of the callback is still that of the application's strategy. */
  setInvocationStrategy(strategy: InvocationStrategyInterface): this;

  /** Returns the middleware added here, unchanged, innermost first. Excludes middleware of its groups. */
  getMiddleware(): readonly T['routeMiddleware'][];

  /**
   * Adds middleware around the route; the last added is outermost.
   *
   * @throws {AppError} `MIDDLEWARE_INVALID`
   */
  add(middleware: T['routeMiddleware']): this;

  /** The same as {@link add}. */
  addMiddleware(middleware: T['routeMiddleware']): this;
}

/** Routes with a common prefix, and the middleware around them. */
export interface RouteGroupInterface<T extends VariantTypes = VariantTypes> {
  /** Returns the whole prefix, including those of outer groups (`/a/b`); in variant A only its own, as in Slim 3. */
  getPattern(): string;

  /** Returns the value set on this group, ignoring outer groups; `undefined` if there is none. */
  getMetadata<V>(key: MetadataKey<V>): V | undefined;

  /** Sets a value for the routes of the group; inner groups and routes override it. @param value kept by reference */
  setMetadata<V>(key: MetadataKey<V>, value: NoInfer<V>): this;

  /** Returns the middleware added here, unchanged, innermost first. Excludes middleware of outer groups. */
  getMiddleware(): readonly T['routeMiddleware'][];

  /**
   * Adds middleware around the routes of the group, including those of inner groups. The last added is outermost; all
   * middleware of an outer group runs outside that of an inner one.
   *
   * @throws {AppError} `MIDDLEWARE_INVALID`
   */
  add(middleware: T['routeMiddleware']): this;

  /** The same as {@link add}. */
  addMiddleware(middleware: T['routeMiddleware']): this;
}

/** The route that a request matched, with the arguments of that request. */
export interface MatchedRouteInterface
  extends Pick<
    RouteInterface,
    'getGroups' | 'getIdentifier' | 'getMetadata' | 'getMethods' | 'getName' | 'getPattern'
  > {
  /** Returns an argument, decoded; `null`, or `fallback` if given, if there is none of that name. */
  getArgument(name: string): string | null;
  getArgument<D>(name: string, fallback: D): string | D;

  getArguments(): RouteArguments;

  /** Sets an argument for this request only; inner layers and the callback see it. */
  setArgument(name: string, value: string): this;

  /** Replaces all arguments, for this request only. @param args copied */
  setArguments(args: RouteArguments): this;
}

/** A route's callback, as strategies call it. */
export type RouteCallback = (...parameters: readonly unknown[]) => unknown;

/**
 * How the callback of a route is called: with which arguments, in which order.
 *
 * The built-in strategies are {@link requestResponse} and its variations; you can also write your own.
 */
export interface InvocationStrategyInterface {
  /**
   * Whether objects with `handle` are called through this strategy too. Default `false`: they get
   * the unchanged request.
   */
  readonly takesRequestHandlers?: boolean;

  /**
   * Calls the callback of a route.
   *
   * @param callback the route's callback
   * @param response a fresh response, which the callback can fill in
   * @param args the arguments of the route, decoded, by name in the order of the pattern
   * @returns the result of the callback
   */
  invoke(
    callback: RouteCallback,
    request: ServerRequestInterface,
    response: ResponseInterface,
    args: RouteArguments,
  ): unknown;
}

/**
 * A strategy that passes each argument as a separate parameter.
 *
 * @typeParam T the types of an application that uses it, for `createApp`
 */
export interface ValuesStrategyInterface<T extends VariantTypes = VariantBValues>
  extends InvocationStrategyInterface {
  readonly givesValues: true;

  /** Never set; it only carries the types. */
  readonly types?: T;
}

/** The result of routing a request; `allowed` lists methods as registered, in order of registration. */
export type RoutingResult =
  | { readonly kind: 'found'; readonly route: RouteInterface; readonly args: RouteArguments }
  | UnroutedResult;
