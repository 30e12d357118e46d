import type { UriInterface } from '@mortise/http-message';
import type { RouteArgs } from '@mortise/router';
import type {
  CallbackOf,
  RouteHandlerInterface,
  VariantB,
  VariantTypes,
} from '../variant-types.js';
import type { RouteBodyOptions } from './body-options.js';
import type { RouteGroupInterface, RouteInterface } from './contract.js';
import type { RouteLimits } from './route-limits.js';
import type { RouteMetadata } from './router-contract.js';

/**
 * Registers routes: an application, or a group of it.
 *
 * Patterns and prefixes are joined unchanged; the arguments of a callback are typed by the whole pattern.
 * Registration throws the router's error for an invalid pattern, for a second route with the same paths, and for a route
 * without placeholders after one that matches its path.
 *
 * @typeParam T the variant's types; variant B's by default
 * @typeParam Prefix the joined prefixes of the outer groups; by default any
 */
export interface RouteCollectorProxyInterface<
  T extends VariantTypes = VariantB,
  Prefix extends string = string,
> {
  /** Prepended to the patterns that are registered here; `''` for an application. */
  readonly prefix: Prefix;

  /** Serves `HEAD` too, unless another route does. */
  readonly get: Registration<T, Prefix>;
  readonly post: Registration<T, Prefix>;
  readonly put: Registration<T, Prefix>;
  readonly patch: Registration<T, Prefix>;
  readonly delete: Registration<T, Prefix>;
  readonly options: Registration<T, Prefix>;

  /**
   * Serves `QUERY`: safe and idempotent like `GET`, with a body. A body without `Content-Type` gets 400.
   *
   * @see RFC 10008
   */
  readonly query: Registration<T, Prefix>;

  /** Serves `GET`, `POST`, `PUT`, `PATCH`, `DELETE`, `OPTIONS` and `QUERY`; in variant A without `QUERY`, as in Slim 3. */
  readonly any: Registration<T, Prefix>;

  /**
   * @param methods standard ones in any case, others exactly as in a request; `'*'` for any
   *   method
   */
  map<const P extends string>(
    methods: readonly string[],
    pattern: P,
    callback: CallbackOf<T, RouteArgs<`${Prefix}${P}`>>,
    options?: RouteOptions<T>,
  ): RouteInterface<T, `${Prefix}${P}`>;

  /**
   * Registers routes under a prefix; groups nest. In the group `/notes`, the pattern `''` serves `/notes`, and `'/'` serves
   * `/notes/`.
   *
   * @param register called synchronously, with the registrar of the group. A function that takes
   *   {@link Routes} without a prefix works under any: its callbacks are typed by their own patterns.
   * @throws {AppError} `CALLBACK_INVALID` for an async function, whose routes could come after the first request
   */
  group<const P extends string>(
    prefix: P,
    register: (group: RouteCollectorProxyInterface<T, `${Prefix}${NoInfer<P>}`>) => void,
    options?: GroupOptions<T>,
  ): RouteGroupInterface<T>;

  /**
   * Passes every request for a path and all paths below it, of any method and length, to another application or handler,
   * which sees the rest of the path, at least `/`. The prefix becomes part of its base path, so its URLs begin with it. It
   * handles 404, 405, `HEAD` and `OPTIONS` itself; an error that it throws is handled by this application. If it is an
   * application, closing this one closes it too.
   *
   * A fetch handler, such as one from tRPC, better-auth or Hono, is passed as `fromFetchHandler(handler)` from
   * `@mortise/fetch`. It always gets the whole URL.
   *
   * A path with an escaped slash (`%2F`) reaches an application, but other handlers only with `escapedSlashes: true`: they
   * can read two segments where a guard of this application saw one.
   *
   * @param prefix a path without placeholders, and like all patterns without percent-encoding: `/admin`
   * @returns the route, whose argument `path` is the rest: `setName('admin')`, `urlFor('admin', { path: 'users' })`
   * @throws {AppError} `BASE_PATH_INVALID` for an invalid prefix, `CALLBACK_INVALID` for an invalid handler
   */
  mount(
    prefix: string,
    handler: RouteHandlerInterface,
    options?: MountRouteOptions<T>,
  ): RouteInterface<T>;

  /**
   * Redirects `GET` requests of a path.
   *
   * @param to the `Location` header: characters that are invalid in a URI are percent-encoded
   * @param status 300, 301, 302, 303, 307 or 308; default 302
   * @throws {HttpErrorInterface} `REDIRECT_INVALID` for a target with a line break; no route is registered then
   * @throws {AppError} `STATUS_INVALID` for another status
   */
  redirect(from: string, to: string | UriInterface, status?: number): RouteInterface<T>;
}

/** The registrar of routes in variant B: the parameter of a function that registers routes, `(routes: Routes) => void`. */
export type Routes<Prefix extends string = string> = RouteCollectorProxyInterface<VariantB, Prefix>;

/** Registers a route for one method. */
export type Registration<T extends VariantTypes, Prefix extends string> = <const P extends string>(
  pattern: P,
  callback: CallbackOf<T, RouteArgs<`${Prefix}${P}`>>,
  options?: RouteOptions<T>,
) => RouteInterface<T, `${Prefix}${P}`>;

/** Options of a group. */
export interface GroupOptions<T extends VariantTypes = VariantTypes> {
  /** Values by {@link MetadataKey}, for all routes of the group. Copied. */
  readonly metadata?: RouteMetadata;

  /** Middleware around the routes, the first outermost; `add` adds layers outside them. */
  readonly layers?: readonly T['routeMiddleware'][];

  /**
   * Whether a placeholder that can match a slash, such as `{path:.+}`, also takes an escaped slash (`%2F`) or backslash, and
   * decodes it once. Default `false`: such a path is not found, because guards and other routes see one segment where the
   * argument has two. An inner group or the route overrides an outer group.
   */
  readonly escapedSlashes?: boolean;

  /**
   * How the body of a request is parsed: each option replaces that of the application, or of an outer group. `false` leaves
   * it unread, even by layers that call `parseBody`: for webhooks, proxies and handlers that read the stream. Default: as
   * the application says.
   *
   * @throws {AppError} `BODY_PARSER_MISSING` at registration, for options in an application without `createBodyParser`
   */
  readonly body?: false | RouteBodyOptions;

  /** Each limit replaces that of the application, or of an outer group; it is counted for each route. */
  readonly limits?: RouteLimits;
}

/** Options of a route. */
export interface RouteOptions<T extends VariantTypes = VariantTypes> extends GroupOptions<T> {
  /** For URLs. If another route has the name, registration throws `ROUTE_NAME_TAKEN`. */
  readonly name?: string;
}

/** Options of a mount. */
export interface MountRouteOptions<T extends VariantTypes = VariantTypes> extends RouteOptions<T> {
  /** Whether the handler sees the whole path: for an application with `setBasePath`. Default `false`. */
  readonly keepPrefix?: boolean;
}
