import type { RoutedInterface, UriInterface } from '@mortise/http-message';
import type { RouteArgs, UrlDataFor } from '@mortise/router';
import type { VariantTypes } from '../variant-types.js';
import type { InvocationStrategyInterface, RouteInterface } from './contract.js';
import type { UrlData, UrlQuery } from './router-contract.js';

/** The routes of an application. */
export interface RouteCollectorInterface<T extends VariantTypes = VariantTypes> {
  /** The application's option of the same name. */
  readonly development: boolean;

  /** Returns all routes, in the order of registration. */
  getRoutes(): readonly RouteInterface<T>[];

  /**
   * Returns the route with a name.
   *
   * @throws {AppError} `ROUTE_NAME_UNKNOWN` if no route has it
   */
  getNamedRoute(name: string): RouteInterface<T>;

  /** Returns the URL generator for these routes. */
  getRouteParser(): RouteParserInterface;

  /**
   * Returns a path in the canonical form that routes and guards compare, which is the same for all encodings of a path.
   * Packages that compare paths should call this, because their own rule could differ from that of this release.
   *
   * @param path a request's path: with the base path, in any encoding
   * @returns `null` if it has no canonical form: NUL, a raw backslash, a broken escape
   */
  canonicalPath(path: string): string | null;

  /**
   * Returns the methods for which a path has routes, `HEAD` after `GET`; includes `'*'` if a route serves any method.
   *
   * @param path a request's path: with the base path, in any encoding
   * @returns `[]` if no route matches the path, or if it has no canonical form
   */
  methodsFor(path: string): readonly string[];

  /**
   * Returns the result of routing for a method and path, without handling a request.
   *
   * @param method case-sensitive; `HEAD` falls back to `GET`
   * @param path as for {@link methodsFor}
   */
  match(method: string, path: string): RoutedInterface;

  /** Returns the prefix of every served path and generated URL; `''` if the application is at the root. */
  getBasePath(): string;

  /**
   * Sets the prefix of every served path and generated URL.
   *
   * @param basePath `''`, or a path that begins with `/`, in any encoding; a trailing slash is kept. It is literal
   *   text: pattern syntax for a placeholder or an optional part is rejected
   * @throws {AppError} `BASE_PATH_INVALID`
   */
  setBasePath(basePath: string): this;

  /** Returns the strategy that calls the callbacks of routes without their own. */
  getDefaultInvocationStrategy(): InvocationStrategyInterface;

  /** Sets the strategy for routes without their own, including those already registered. */
  setDefaultInvocationStrategy(strategy: InvocationStrategyInterface): this;
}

/** Generates URLs for routes. A route is given by its name, or as the object that registration returned. */
export interface RouteParserInterface {
  /**
   * Returns the path of a route, without the base path.
   *
   * @param route a name, or a route of this application, for which the compiler checks the values
   * @param args placeholder values by name (others are ignored), then the query, which can be nested as in PHP:
   *   `a[b]=c`
   * @throws {AppError} `ROUTE_NAME_UNKNOWN`, `ROUTE_FOREIGN` for a route of another application; the router's error if
   *   a value is missing or does not match its placeholder
   */
  relativeUrlFor<R extends UrlTarget>(route: R, ...args: UrlArguments<R>): string;

  /**
   * Returns the path of a route with the base path; otherwise like {@link relativeUrlFor}. The parser from a
   * `RouteContext` also prepends the base path of the request's URI.
   */
  urlFor<R extends UrlTarget>(route: R, ...args: UrlArguments<R>): string;

  /**
   * Returns the absolute URL of a route, with scheme, authority and base path of `uri`, and the prefix of
   * `setBasePath`; otherwise like {@link relativeUrlFor}.
   */
  fullUrlFor<R extends UrlTarget>(uri: UriInterface, route: R, ...args: UrlArguments<R>): string;
}

/** The route for which a URL is generated: its name, or the object that registration returned. */
export type UrlTarget = string | RouteInterface;

/**
 * The arguments after the route when generating a URL: placeholder values, and the query. For a route object, its
 * pattern determines the types of the values, which can be omitted if it needs none. For a name, any values are
 * accepted.
 */
export type UrlArguments<R extends UrlTarget> = R extends {
  getPattern(): infer Pattern extends string;
}
  ? ArgumentsFor<RouteArgs<Pattern>>
  : [data?: UrlData, query?: UrlQuery];

type ArgumentsFor<Args> = string extends keyof Args
  ? [data?: UrlData, query?: UrlQuery]
  : Partial<Args> extends Args
    ? [data?: UrlDataFor<Args>, query?: UrlQuery]
    : [data: UrlDataFor<Args>, query?: UrlQuery];
