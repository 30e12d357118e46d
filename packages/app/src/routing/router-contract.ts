import type { Complete } from '@mortise/base/options';
import type {
  Explanation,
  Found,
  MethodNotAllowed,
  NotFound,
  Route,
  RouteMetadata,
  RouteOptions as RouterRouteOptions,
  RouterOptions as DefaultRouterOptions,
  UrlData,
  UrlOptions,
  UrlValue,
} from '@mortise/router';

export type { RouteMetadata, RouterRouteOptions, UrlData, UrlValue };

/** The arguments of a route by name, decoded, on an object with a null prototype. */
export type RouteArguments = Readonly<Record<string, string>>;

/**
 * How the default router, from `@mortise/router`, parses patterns and generates URLs. Types ignore these options: with
 * `colonPlaceholders: false`, the type of a callback's arguments still includes `:name`.
 */
export interface RouterOptions extends Pick<DefaultRouterOptions, 'colonPlaceholders'> {
  /**
   * Whether values are inserted into URLs unchanged, neither encoded nor checked against their placeholder, as in Slim.
   * Never use it with untrusted text. Default `false`.
   */
  readonly rawUrls?: boolean | undefined;
}

/**
 * The router that an application needs: takes strings, returns a tagged result. `Router` from `@mortise/router` is one;
 * pass another to `createApp({ router })`, for that application only.
 *
 * @typeParam Handler the type of the registered values, which are returned unchanged
 */
export interface RouterInterface<Handler = unknown> {
  /**
   * Registers a route.
   *
   * @param methods in any case, `'*'` for any method
   * @param pattern `{name}`, `{name:expression}`, `:name`, optional tails in `[` and `]`
   * @param options the metadata record is kept by reference: the application changes it. `inOrder` is set for mounts,
   *   whose groups can have guards: they must win over every route that is added later
   * @throws an error that names the pattern if it is invalid, if no request could reach it, or if another route has the
   *   name; nothing is then registered
   */
  add(
    methods: readonly string[],
    pattern: string,
    handler: Handler,
    options?: RouterRouteOptions,
  ): RouterRoute<Handler>;

  /**
   * Returns the first route that matches, or why none does.
   *
   * @param method compared case-sensitively; `HEAD` falls back to `GET`
   * @param path canonical: characters allowed in a segment are decoded, all others encoded
   */
  dispatch(method: string, path: string): RouterResult<Handler>;

  /**
   * Mounts the table under a path, replacing the previous one. `dispatch` then matches the rest of a path, and finds
   * nothing outside it.
   *
   * @param path canonical text; `''` for none
   */
  mount(path: string): void;

  /** Returns all routes, in the order of registration. */
  routes(): readonly RouterRoute<Handler>[];

  /** Returns the route with a name, the one registered first if there are several; `null` if there is none. */
  named(name: string): RouterRoute<Handler> | null;

  /**
   * Returns the methods of the routes that match a path, `HEAD` after `GET`; empty if none matches.
   *
   * @param path canonical
   */
  methodsFor(path: string): readonly string[];

  /** Returns each route with the reason why it does or does not match. Absent if the router cannot explain it. @param path canonical */
  explain?(method: string, path: string): readonly RouterExplanation<Handler>[];
}

/** A route in the router, the only object that stores its pattern, methods, name and metadata. */
export interface RouterRoute<Handler = unknown>
  extends Omit<Route<Handler>, 'argumentNames' | 'url'> {
  /**
   * Returns the URL of the route.
   *
   * @param data placeholder values by name; others are ignored
   * @throws an error that names a placeholder without a value, or with one that does not match
   */
  url(data: UrlData, options: RouterUrlOptions): string;
}

/** Options for generating a URL. */
export interface RouterUrlOptions extends Complete<Pick<UrlOptions, 'relative' | 'raw'>> {
  /** The encoded query, without `?`; `''` for none. */
  readonly query: string;
}

/** The result of routing a method and a path. */
export type RouterResult<Handler> = Omit<Found<Handler>, 'route'> | MethodNotAllowed | NotFound;

/** Why one route does or does not match. */
export interface RouterExplanation<Handler = unknown> extends Omit<Explanation<Handler>, 'route'> {
  readonly route: RouterRoute<Handler>;
}

/** Query parameters by name, nested to any depth. */
export type UrlQuery = Readonly<Record<string, UrlQueryValue>>;

/** The value of a query parameter: `true` is written as `1`, `false` as `0`; `null` and `undefined` are omitted. */
export type UrlQueryValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly UrlQueryValue[]
  | { readonly [name: string]: UrlQueryValue };
