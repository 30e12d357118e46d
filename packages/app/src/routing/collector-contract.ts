import type { RoutedInterface, UriInterface } from '@mortise/http-message';
import type { RouteArgs, UrlDataFor } from '@mortise/router';
import type { VariantTypes } from '../variant-types.js';
import type { InvocationStrategyInterface, RouteInterface } from './contract.js';
import type { UrlData, UrlQuery } from './router-contract.js';

/** All routes of an application. */
export interface RouteCollectorInterface<T extends VariantTypes = VariantTypes> {
  /** In the order of registration. */
  getRoutes(): readonly RouteInterface<T>[];

  /** @throws {AppError} `ROUTE_NAME_UNKNOWN` */
  getNamedRoute(name: string): RouteInterface<T>;

  getRouteParser(): RouteParserInterface;

  /**
   * Returns a path as routes and guards compare it: all its encodings become this one. Packages that read paths should call
   * this, because their own rule can be that of another release.
   *
   * @param path of a request: with the base path, in any encoding
   * @returns `null` if it has no canonical form: NUL, a raw backslash, a broken escape
   */
  canonicalPath(path: string): string | null;

  /**
   * Returns the methods of a path, `HEAD` after `GET`; with `'*'` if a route serves any method.
   *
   * @param path of a request: with the base path, in any encoding
   * @returns `[]` if no route matches the path, or if it has no canonical form
   */
  methodsFor(path: string): readonly string[];

  /**
   * Returns the result of routing, without handling a request.
   *
   * @param method as in a request
   * @param path as for {@link methodsFor}
   */
  match(method: string, path: string): RoutedInterface;

  /** `''` if the application is at the root. Prefixes every path that is served, and every URL. */
  getBasePath(): string;

  /**
   * @param basePath `''`, or a path that begins with `/`, in any encoding; a trailing slash stays. It is
   *   text: pattern syntax for a placeholder or an optional part is refused
   * @throws {AppError} `BASE_PATH_INVALID`
   */
  setBasePath(basePath: string): this;

  /** How callbacks are called if their route has no strategy. */
  getDefaultInvocationStrategy(): InvocationStrategyInterface;

  setDefaultInvocationStrategy(strategy: InvocationStrategyInterface): this;
}

/** Generates URLs of routes, given by name or as returned by registration. */
export interface RouteParserInterface {
  /**
   * Returns the path of a route, without the base path.
   *
   * @param route a name, or a route of this application: then the compiler checks the values
   * @param args values of the placeholders by name, others are ignored; then the query, nested data as in PHP: `a[b]=c`
   * @throws {AppError} `ROUTE_NAME_UNKNOWN`, `ROUTE_FOREIGN` for a route of another application; the router's error if a
   *   value is missing or does not match its placeholder
   */
  relativeUrlFor<R extends UrlTarget>(route: R, ...args: UrlArguments<R>): string;

  /**
   * Returns the base path and the path of a route; otherwise like {@link relativeUrlFor}. The parser of a route
   * context prepends the base path of its request's URI.
   */
  urlFor<R extends UrlTarget>(route: R, ...args: UrlArguments<R>): string;

  /**
   * Prepends scheme, authority and base path of `uri`, and the prefix of `setBasePath`; otherwise
   * like {@link relativeUrlFor}.
   */
  fullUrlFor<R extends UrlTarget>(uri: UriInterface, route: R, ...args: UrlArguments<R>): string;
}

/** A route whose URL is generated: its name, or what registration returned. */
export type UrlTarget = string | RouteInterface;

/**
 * The arguments after the route when a URL is generated: placeholder values, and the query. For a route, the values are
 * typed by its pattern, and can be omitted if it needs none; for a name, any values are accepted.
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
