import type { RouteArgs } from './route-args.js';

/** Options of a route. */
export interface RouteOptions {
  /**
   * The name for `urlFor`, unique in the router. With `new Router<Handler, { home: '/' }>()`, the compiler checks names
   * passed to `urlFor`. Default: none.
   */
  readonly name?: string | undefined;
  /**
   * Metadata for the application, such as permissions and documentation; its values are not copied. Keys of inner
   * groups and of the route override those of outer groups. Default: none.
   */
  readonly metadata?: RouteMetadata | undefined;
  /**
   * Whether a placeholder that can match a slash, such as `{path:.+}`, also matches an escaped slash or backslash,
   * and decodes it once: `a%2Fb` becomes `a/b`, which cannot be distinguished from two segments. Default `false`.
   *
   * If `false`, such a path does not match, because a guard for `/a/` would see a single segment. An inner group or the
   * route overrides an outer group.
   */
  readonly escapedSlashes?: boolean | undefined;
  /**
   * For a route for any method (`'*'`): whether it wins over every route that is registered after it, instead of coming
   * last. For a mount, whose pattern is text and `[/{path:.*}]`: a later route below that text is refused, and so is a
   * mount after a route for `GET` that matches the text. The rest of the path has no limits, but a path does not match
   * if an earlier route refuses it only because of the limits of placeholders or an escaped separator. Default `false`.
   */
  readonly inOrder?: boolean | undefined;
}

/** Options that apply to all routes of a group. */
export type GroupOptions = Pick<RouteOptions, 'metadata' | 'escapedSlashes'>;

/** Metadata of a route; the application chooses the keys. */
export type RouteMetadata = Readonly<Record<string, unknown>>;

/** A registered route: one object for all its methods. */
export interface Route<Handler, Pattern extends string = string, Colons extends boolean = true> {
  /** The pattern as registered, with the prefixes of its groups, without the `basePath` option. */
  readonly pattern: Pattern;
  /** The methods in the order passed, without duplicates; `['*']` for any method. */
  readonly methods: readonly string[];
  readonly handler: Handler;
  /** `null` if the route has no name. */
  readonly name: string | null;
  /** The merged metadata of its groups and the route; empty if there is none. */
  readonly metadata: RouteMetadata;
  /**
   * The names of all arguments, including optional ones, in pattern order; those of the `basePath` option come first.
   */
  readonly argumentNames: readonly string[];

  /**
   * Names the route, replacing its previous name. If two routes get the same name this way, it refers to the one
   * registered first.
   */
  rename(name: string): void;

  /**
   * Returns the URL of the route with these arguments, base path included.
   *
   * Literals and arguments are percent-encoded. Optional parts are filled from left to right as long as their arguments
   * are present; arguments that are not in the pattern are ignored. Throws `URL_DATA_INVALID` for a path with a segment
   * `.` or `..`, which clients would resolve to another path, and for a path that the route would not match or would
   * split into other arguments: `{a}.{b}` with `1` and `2.3`.
   *
   * @throws {RouterError} `URL_DATA_MISSING`, `URL_DATA_INVALID`, `URL_QUERY_INVALID`
   * @throws {OptionError} `OPTION_INVALID`
   */
  url(...args: UrlArgs<RouteArgs<Pattern, Colons>>): string;
}

/** The result of {@link Router.dispatch} for a method and a path. */
export type DispatchResult<Handler> = Found<Handler> | MethodNotAllowed | NotFound;

/** The result if a route matches. */
export interface Found<Handler> {
  readonly kind: 'found';
  readonly route: Route<Handler>;
  /** The route's handler. */
  readonly handler: Handler;
  /**
   * The decoded arguments by name, in pattern order. Arguments of optional parts that the path omits are absent. The
   * object inherits no properties, so `__proto__` is an ordinary name.
   */
  readonly args: RouteArgs;
}

/** The result if routes match the path, but none of them serves the method: respond with 405. */
export interface MethodNotAllowed {
  readonly kind: 'method-not-allowed';
  /**
   * The methods of those routes in registration order, those of routes without placeholders first; never empty.
   * `HEAD` is not added for `GET`: see {@link withHead}.
   */
  readonly allowed: readonly string[];
}

/** The result if no route matches the path: respond with 404. */
export interface NotFound {
  readonly kind: 'not-found';
}

/** Why a route does or does not match. */
export interface Explanation<Handler> {
  readonly route: Route<Handler>;
  /**
   * `found`: the route is the result. `later`: it matches, but another route wins. `method`: it matches the path, but
   * not the method. `path`: it does not match the path.
   */
  readonly outcome: 'found' | 'later' | 'method' | 'path';
  /** The outcome in words; for `path`, also where the path stops matching. */
  readonly reason: string;
}

/** Options for generating a URL. */
export interface UrlOptions {
  /**
   * The query string, without `?`: an encoded string, or an object whose `toString()` returns one, such as
   * `URLSearchParams`. Default `''`: no query string.
   */
  readonly query?: string | UrlQueryText | undefined;
  /** An origin to prepend, such as `https://example.test`. Default `''`: the URL is only a path. */
  readonly origin?: string | undefined;
  /** Whether to omit the base path, for links that are resolved against it. Default `false`. */
  readonly relative?: boolean | undefined;
  /**
   * Whether to insert arguments without checking or encoding them, as in Slim. Never use it with untrusted input.
   * Default `false`.
   */
  readonly raw?: boolean | undefined;
}

/** An object that converts to a query string, such as `URLSearchParams`. */
export interface UrlQueryText {
  /** Returns the encoded query string, without `?`. */
  toString(): string;
}

/** The value of an argument; numbers are converted with `String()`. */
export type UrlValue = string | number | bigint;

/** Values for a route's arguments, by name. */
export type UrlData = Readonly<Record<string, UrlValue | undefined>>;

/** The parameters of a method that generates a URL; `data` is optional if the pattern requires no argument. */
export type UrlArgs<Args> = string extends keyof Args
  ? [data?: UrlData, options?: UrlOptions]
  : Partial<Args> extends Args
    ? [data?: UrlDataFor<Args>, options?: UrlOptions]
    : [data: UrlDataFor<Args>, options?: UrlOptions];

/** The values for one pattern's arguments: `UrlDataFor<RouteArgs<'/books/{id}'>>` is `{ readonly id: UrlValue }`. */
export type UrlDataFor<Args> = {
  // An argument that the pattern does not require is `undefined` in handlers, so it can be passed on.
  readonly [Name in keyof Args]:
    | UrlValue
    | (Partial<Args> extends Pick<Args, Name> ? undefined : never);
};
