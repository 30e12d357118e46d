import type {
  RouteMetadata,
  RouteOptions as RouterRouteOptions,
  RouterOptions as DefaultRouterOptions,
  UrlData,
  UrlValue,
} from '@mortise/router';

export type { RouteMetadata, RouterRouteOptions, UrlData, UrlValue };

/** The arguments of a route by name, decoded, on an object with a null prototype. */
export type RouteArguments = Readonly<Record<string, string>>;

/**
 * How the default router, from `@mortise/router`, parses patterns and generates URLs. The types of an application ignore
 * these options: with `colonPlaceholders: false` the arguments of a callback are still typed with `:name`.
 */
export interface RouterOptions extends Pick<DefaultRouterOptions, 'colonPlaceholders'> {
  /**
   * Whether values are inserted into URLs unchanged, neither encoded nor checked against their placeholder,
   * as in Slim. Never for untrusted text. Default `false`.
   */
  readonly rawUrls?: boolean;
}

/**
 * The route table that an application needs: takes strings, returns a tagged result. The `Router` of
 * `@mortise/router` is one; `createApp({ router })` accepts another, for this application only.
 *
 * @typeParam Handler the registered value, returned unchanged
 */
export interface RouterInterface<Handler = unknown> {
  /**
   * @param methods in any case, `'*'` for any method
   * @param pattern `{name}`, `{name:expression}`, `:name`, optional tails in `[` and `]`
   * @param options the metadata record is kept by reference: the application changes it
   * @throws an error that names the pattern if it is invalid, if no request could reach it, or if
   *   another route has the name; nothing is then registered
   */
  add(
    methods: readonly string[],
    pattern: string,
    handler: Handler,
    options?: RouterRouteOptions,
  ): RouterRoute<Handler>;

  /**
   * @param method compared case-sensitively; `HEAD` falls back to `GET`
   * @param path canonical: characters allowed in a segment decoded, all others encoded
   */
  dispatch(method: string, path: string): RouterResult<Handler>;

  /**
   * Mounts the table under a path, replacing the previous one: `dispatch` finds nothing elsewhere, and matches the rest of
   * a path.
   *
   * @param path canonical text; `''` for none
   */
  mount(path: string): void;

  /** All routes, in the order of registration. */
  routes(): readonly RouterRoute<Handler>[];

  /** Returns the first registered route with a name; `null` if there is none. */
  named(name: string): RouterRoute<Handler> | null;

  /** Returns the methods of the routes that match a path, `HEAD` after `GET`; empty if none does. @param path canonical */
  methodsFor(path: string): readonly string[];

  /** Returns each route with the reason why it does or does not match. Absent if the router cannot explain it. @param path canonical */
  explain?(method: string, path: string): readonly RouterExplanation<Handler>[];
}

/** A route in the router, which alone holds its pattern, methods, name and metadata. */
export interface RouterRoute<Handler = unknown> {
  /** With the prefixes of its groups, without the base path. */
  readonly pattern: string;
  /** Standard methods in upper case; in order, without repetition. */
  readonly methods: readonly string[];
  readonly handler: Handler;
  /** `null` if it has none. */
  readonly name: string | null;
  readonly metadata: RouteMetadata;

  /** Names the route. If two routes get the same name this way, it refers to the first registered one. */
  rename(name: string): void;

  /**
   * @param data values of the placeholders by name; others are ignored
   * @throws an error that names a placeholder without a value, or with one that does not match
   */
  url(data: UrlData, options: RouterUrlOptions): string;
}

/** How a router generates a URL. */
export interface RouterUrlOptions {
  /** Encoded, without `?`; `''` for none. */
  readonly query: string;
  /** Omits the base path. */
  readonly relative: boolean;
  /** Inserts values unchanged. */
  readonly raw: boolean;
}

/** The result of a router for a method and a path. */
export type RouterResult<Handler> =
  | {
      readonly kind: 'found';
      readonly handler: Handler;
      /** In the order of the pattern. */
      readonly args: RouteArguments;
    }
  | {
      readonly kind: 'method-not-allowed';
      /** As registered, in the order of registration, static routes first; never empty. */
      readonly allowed: readonly string[];
    }
  | { readonly kind: 'not-found' };

/** Why one route does or does not match. */
export interface RouterExplanation<Handler = unknown> {
  readonly route: RouterRoute<Handler>;
  /** `later`: it matches, but another route comes first. `method`: only the path matches. */
  readonly outcome: 'found' | 'later' | 'method' | 'path';
  readonly reason: string;
}

/** Parameters of a query by name, nested to any depth. */
export type UrlQuery = Readonly<Record<string, UrlQueryValue>>;

/** One value of a query: `true` is written `1` and `false` `0`; `null` and `undefined` are omitted. */
export type UrlQueryValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly UrlQueryValue[]
  | { readonly [name: string]: UrlQueryValue };
