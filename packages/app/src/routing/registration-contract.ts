import type { RedirectTarget } from '../response/redirect.js';
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
 * Registers routes in an application or in one of its groups.
 *
 * Patterns and prefixes are joined unchanged; the whole pattern determines the types of a callback's arguments.
 * Registration throws the router's error for an invalid pattern, for a second route with the same paths, and for a
 * route without placeholders after one that matches its path.
 *
 * @typeParam T the variant's types; default: those of variant B
 * @typeParam Prefix the joined prefixes of this group and its outer groups; default: any
 */
export interface RouteCollectorProxyInterface<
  T extends VariantTypes = VariantB,
  Prefix extends string = string,
> {
  /** The prefix of all patterns registered here; `''` for an application. */
  readonly prefix: Prefix;

  /** Registers a route for `GET`, and for `HEAD` unless another route serves it. */
  readonly get: Registration<T, Prefix>;
  readonly post: Registration<T, Prefix>;
  readonly put: Registration<T, Prefix>;
  readonly patch: Registration<T, Prefix>;
  readonly delete: Registration<T, Prefix>;
  readonly options: Registration<T, Prefix>;

  /**
   * Registers a route for `QUERY`, which is safe and idempotent like `GET`, but has a body. A body without
   * `Content-Type` gets 400.
   *
   * @see RFC 10008
   */
  readonly query: Registration<T, Prefix>;

  /**
   * Registers a route for `GET`, `POST`, `PUT`, `PATCH`, `DELETE`, `OPTIONS` and `QUERY`; in variant A without `QUERY`,
   * as in Slim 3.
   */
  readonly any: Registration<T, Prefix>;

  /**
   * Registers a route for a list of methods.
   *
   * @param methods standard ones in any case, others exactly as in a request; `'*'` for any method
   */
  map<const P extends string>(
    methods: readonly string[],
    pattern: P,
    callback: CallbackOf<T, RouteArgs<`${Prefix}${P}`>>,
    options?: RouteOptions<T>,
  ): RouteInterface<T, `${Prefix}${P}`>;

  /**
   * Registers routes under a prefix. Groups can be nested. In the group `/notes`, the pattern `''` serves `/notes`, and
   * `'/'` serves `/notes/`.
   *
   * @param register called synchronously, with the registrar of the group. A function that takes {@link Routes} works
   *   under any prefix; the types of its callbacks then depend on its own patterns only.
   * @throws {AppError} `CALLBACK_INVALID` if it is not a function, or is async: its routes could come after the first
   *   request
   */
  group<const P extends string>(
    prefix: P,
    register: (group: RouteCollectorProxyInterface<T, `${Prefix}${NoInfer<P>}`>) => void,
    options?: GroupOptions<T>,
  ): RouteGroupInterface<T>;

  /**
   * Passes all requests for a path and the paths below it, with any method, to another application or handler. The
   * handler sees the rest of the path, at least `/`, and the prefix as part of its base path; the request target stays
   * as sent. It handles 404, 405, `HEAD` and `OPTIONS` itself; this application handles errors that it throws, and when
   * closed, also closes a mounted application, even one that is mounted elsewhere too.
   *
   * The mount wins over all routes that are registered after it, for every method; those registered before it win over
   * the mount. A later route below the prefix is refused. A path that an earlier route refuses only because it is too long,
   * or has a line feed or an escaped slash, gets a 404: that route can be a guard.
   *
   * To mount a fetch handler, such as one from tRPC, better-auth or Hono, pass `fromFetchHandler(handler)` from
   * `@mortise/fetch`. It always gets the whole URL.
   *
   * By default, a path with an escaped slash (`%2F`) reaches a mounted application, but not other handlers, which could
   * see two segments where a guard of this application saw one. Set `escapedSlashes` to change this.
   *
   * @param prefix a path without placeholders or percent-encoding: `/admin`
   * @returns the route. Its argument `path` is the rest of the path: `setName('admin')`,
   *   `urlFor('admin', { path: 'users' })`
   * @throws {AppError} `BASE_PATH_INVALID` for an invalid prefix, `CALLBACK_INVALID` for an invalid handler
   * @throws {RouterError} `ROUTE_SHADOWED` after a route for `GET` or any method with placeholders that matches the
   *   prefix, such as `/{path:.*}`
   */
  mount(
    prefix: string,
    handler: RouteHandlerInterface,
    options?: MountRouteOptions<T>,
  ): RouteInterface<T>;

  /**
   * Redirects `GET` requests for a path.
   *
   * @param to the `Location` header: characters that are invalid in a URI are percent-encoded
   * @param status 300, 301, 302, 303, 307 or 308; default 302
   * @throws {HttpErrorInterface} `REDIRECT_INVALID` for a target with a line break; no route is registered then
   * @throws {AppError} `STATUS_INVALID` for another status
   */
  redirect(from: string, to: RedirectTarget, status?: number): RouteInterface<T>;
}

/** The parameter type of a function that registers routes in variant B: `(routes: Routes) => void`. */
export type Routes<Prefix extends string = string> = RouteCollectorProxyInterface<VariantB, Prefix>;

/** The type of `get`, `post` and the other methods that register a route. */
export type Registration<T extends VariantTypes, Prefix extends string> = <const P extends string>(
  pattern: P,
  callback: CallbackOf<T, RouteArgs<`${Prefix}${P}`>>,
  options?: RouteOptions<T>,
) => RouteInterface<T, `${Prefix}${P}`>;

/** Options of a group. */
export interface GroupOptions<T extends VariantTypes = VariantTypes> {
  /** Values by {@link MetadataKey}, for the route, or for all routes of the group. The object is copied. */
  readonly metadata?: RouteMetadata | undefined;

  /** Middleware around the routes, outermost first; `add` adds layers outside them. */
  readonly layers?: readonly T['routeMiddleware'][] | undefined;

  /**
   * Whether a placeholder that can match a slash, such as `{path:.+}`, also matches an escaped slash (`%2F`) or
   * backslash, and decodes it once. With `false`, such a path is not found, because guards and other routes see one
   * segment where the argument has two. Inner groups and routes override outer groups. Default `false`.
   */
  readonly escapedSlashes?: boolean | undefined;

  /**
   * How request bodies are parsed. Each option overrides that of the application or an outer group. `false` leaves
   * bodies unread, even by layers that call `parseBody`: for webhooks, proxies and handlers that read the stream.
   * Default: the `body` option of the application.
   *
   * @throws {AppError} `BODY_PARSER_MISSING` at registration, for options in an application without `createBodyParser`
   */
  readonly body?: false | RouteBodyOptions | undefined;

  /**
   * Limits of the routes. Each overrides that of the application or an outer group. Requests are counted per route, not
   * per group.
   */
  readonly limits?: RouteLimits | undefined;
}

/** Options of a route. */
export interface RouteOptions<T extends VariantTypes = VariantTypes> extends GroupOptions<T> {
  /** The route's name, for generating URLs. If another route has the name, registration throws `ROUTE_NAME_TAKEN`. */
  readonly name?: string | undefined;
}

/** Options of a mount. `body` defaults to `false`, `escapedSlashes` to `true` for a mounted application. */
export interface MountRouteOptions<T extends VariantTypes = VariantTypes> extends RouteOptions<T> {
  /** Whether the handler sees the whole path, as an application with its own `setBasePath` expects. Default `false`. */
  readonly keepPrefix?: boolean | undefined;
}
