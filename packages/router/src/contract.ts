import type { RouteArgs } from './route-args.js';

/** Options of a route. */
export interface RouteOptions {
  /**
   * The name for `urlFor`. With `new Router<Handler, { home: '/' }>()`, the compiler checks it. A name already taken by
   * another route is refused. Default: none.
   */
  readonly name?: string;
  /**
   * Metadata for the application, such as permissions and documentation, kept by reference. Keys of inner groups and
   * of the route override those of outer groups. Default: none.
   */
  readonly metadata?: RouteMetadata;
  /**
   * Whether a placeholder that can match a slash, such as `{path:.+}`, also matches an escaped slash or backslash,
   * and decodes it once: `a%2Fb` becomes `a/b`, which cannot be distinguished from two segments. Default `false`.
   *
   * Without it, a path with one does not match, because a guard of `/a/` sees one segment. An inner group or the route
   * overrides an outer group.
   */
  readonly escapedSlashes?: boolean;
}

/** Options of a group, for all its routes. */
export type GroupOptions = Pick<RouteOptions, 'metadata' | 'escapedSlashes'>;

/** Metadata of a route, under names that the application chooses. */
export type RouteMetadata = Readonly<Record<string, unknown>>;

/** A registered route: one object for all its methods. */
export interface Route<Handler, Pattern extends string = string, Colons extends boolean = true> {
  /** As registered, with the prefixes of its groups and without the base path. */
  readonly pattern: Pattern;
  /** In order, without repetition; `['*']` for any method. */
  readonly methods: readonly string[];
  readonly handler: Handler;
  /** `null` if it has none. */
  readonly name: string | null;
  /** Empty if it has none. */
  readonly metadata: RouteMetadata;
  /**
   * The names of all arguments, including optional ones, in the order of the pattern; those of the `basePath` option first.
   */
  readonly argumentNames: readonly string[];

  /**
   * Names the route, and replaces its previous name. If two routes get the same name this way, it refers to the first
   * registered one.
   */
  rename(name: string): void;

  /**
   * Returns the URL of the route with these arguments, base path included.
   *
   * Literals are encoded. Optional parts are filled from left to right while there are arguments for them. Arguments that
   * are not in the pattern are ignored. A path with a segment `.` or `..` is refused: clients would resolve it to another
   * path. So is a path that the route would not match, or would split into other arguments: `{a}.{b}` with `1` and `2.3`.
   *
   * @throws {RouterError} `URL_DATA_MISSING`, `URL_DATA_INVALID`, `URL_QUERY_INVALID`
   * @throws {OptionError} `OPTION_INVALID`
   */
  url(...args: UrlArgs<RouteArgs<Pattern, Colons>>): string;
}

/** The result of a router for a method and a path. */
export type DispatchResult<Handler> = Found<Handler> | MethodNotAllowed | NotFound;

/** A route matches. */
export interface Found<Handler> {
  readonly kind: 'found';
  readonly route: Route<Handler>;
  /** The handler of the route. */
  readonly handler: Handler;
  /**
   * The decoded arguments by name, in the order of the pattern. Those of optional parts that the
   * path omits are absent. It inherits nothing: no name is special.
   */
  readonly args: RouteArgs;
}

/** Routes match the path, but none of them accepts the method: respond with 405. */
export interface MethodNotAllowed {
  readonly kind: 'method-not-allowed';
  /** The methods of those routes, in the order of registration, routes without placeholders first; never empty. */
  readonly allowed: readonly string[];
}

/** No route matches the path. */
export interface NotFound {
  readonly kind: 'not-found';
}

/** Why one route does or does not match. */
export interface Explanation<Handler> {
  readonly route: Route<Handler>;
  /**
   * `found`: it is the result. `later`: it matches, but another route comes first. `method`: it
   * matches the path, but not the method. `path`: it does not match the path.
   */
  readonly outcome: 'found' | 'later' | 'method' | 'path';
  /** The same in words; for `path`, where the path stops matching. */
  readonly reason: string;
}

/** How a URL is generated. */
export interface UrlOptions {
  /**
   * Appended after a `?`; nothing is appended if it is empty. An encoded string, or an object
   * whose `toString()` returns one, such as `URLSearchParams`. Default `''`.
   */
  readonly query?: string | UrlQueryText;
  /** A prefix for the path, such as `https://example.test`. Default `''`: the URL is a path. */
  readonly origin?: string;
  /** Omits the base path, for links that are resolved against it. Default `false`. */
  readonly relative?: boolean;
  /**
   * Inserts arguments without checking or encoding them, as in Slim. Never use it for untrusted text. Default
   * `false`.
   */
  readonly raw?: boolean;
}

/** An object with a query as text, such as `URLSearchParams`. */
export interface UrlQueryText {
  /** Without `?`. */
  toString(): string;
}

/** An argument value; numbers are written in decimal. */
export type UrlValue = string | number;

/** Data for a route's arguments, by name. */
export type UrlData = Readonly<Record<string, UrlValue | undefined>>;

/** The parameters of a method that generates a URL: the data can be omitted if no argument is required. */
export type UrlArgs<Args> = string extends keyof Args
  ? [data?: UrlData, options?: UrlOptions]
  : Partial<Args> extends Args
    ? [data?: UrlDataFor<Args>, options?: UrlOptions]
    : [data: UrlDataFor<Args>, options?: UrlOptions];

/** Data for the arguments of one pattern: `UrlDataFor<RouteArgs<'/books/{id}'>>` is `{ readonly id: UrlValue }`. */
export type UrlDataFor<Args> = { readonly [Name in keyof Args]: UrlValue };
