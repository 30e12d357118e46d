import { quote } from '@mortise/base';
import { declaredGroup, declaredRoute } from './route-options.js';
import type { GroupOptions, Route, RouteOptions } from './contract.js';

/**
 * Registers routes; implemented by routers and groups. Patterns use FastRoute's syntax, plus `:name`:
 *
 * - `{name}`: one segment, or a part of one
 * - `{name:expression}`: text that the regular expression matches; with `.+`, one or more segments
 * - `[...]` at the end: an optional part, which can itself end with an optional part
 * - `:name` at the beginning of a segment: the same as `{name}`
 *
 * Everything else is literal, unencoded text: write a space as a space, not as `%20`. Prefixes and patterns are joined
 * unchanged. The result must begin with `/` or a placeholder, or be empty to match the base path itself.
 */
export abstract class RouteCollector<
  Handler,
  Prefix extends string = '',
  Colons extends boolean = true,
> {
  /**
   * Registers one route for one or several methods.
   *
   * @param methods standard methods in any case, others exactly as sent; `*` for any method
   * @throws {RouterError} `PATTERN_SYNTAX`, `PATTERN_NAME`, `PATTERN_EXPRESSION`, `PATTERN_UNSAFE`,
   *   `PATTERN_UNREACHABLE`, `METHOD_INVALID`, `ROUTE_DUPLICATE`, `ROUTE_SHADOWED`, `ROUTE_NAME_TAKEN`; nothing is
   *   registered if it throws
   * @throws {OptionError} `OPTION_INVALID`
   */
  abstract add<const Pattern extends string>(
    methods: string | readonly string[],
    pattern: Pattern,
    handler: Handler,
    options?: RouteOptions,
  ): Route<Handler, `${Prefix}${Pattern}`, Colons>;

  /** Like {@link add} for `GET`; the route also serves `HEAD`. */
  get<const Pattern extends string>(
    pattern: Pattern,
    handler: Handler,
    options?: RouteOptions,
  ): Route<Handler, `${Prefix}${Pattern}`, Colons> {
    return this.add('GET', pattern, handler, options);
  }

  /** Like {@link add} for `POST`. */
  post<const Pattern extends string>(
    pattern: Pattern,
    handler: Handler,
    options?: RouteOptions,
  ): Route<Handler, `${Prefix}${Pattern}`, Colons> {
    return this.add('POST', pattern, handler, options);
  }

  /** Like {@link add} for `PUT`. */
  put<const Pattern extends string>(
    pattern: Pattern,
    handler: Handler,
    options?: RouteOptions,
  ): Route<Handler, `${Prefix}${Pattern}`, Colons> {
    return this.add('PUT', pattern, handler, options);
  }

  /** Like {@link add} for `PATCH`. */
  patch<const Pattern extends string>(
    pattern: Pattern,
    handler: Handler,
    options?: RouteOptions,
  ): Route<Handler, `${Prefix}${Pattern}`, Colons> {
    return this.add('PATCH', pattern, handler, options);
  }

  /** Like {@link add} for `DELETE`. */
  delete<const Pattern extends string>(
    pattern: Pattern,
    handler: Handler,
    options?: RouteOptions,
  ): Route<Handler, `${Prefix}${Pattern}`, Colons> {
    return this.add('DELETE', pattern, handler, options);
  }

  /** Like {@link add} for `OPTIONS`. */
  options<const Pattern extends string>(
    pattern: Pattern,
    handler: Handler,
    options?: RouteOptions,
  ): Route<Handler, `${Prefix}${Pattern}`, Colons> {
    return this.add('OPTIONS', pattern, handler, options);
  }

  /** Like {@link add} for `QUERY` (RFC 10008): safe like `GET`, with a body. */
  query<const Pattern extends string>(
    pattern: Pattern,
    handler: Handler,
    options?: RouteOptions,
  ): Route<Handler, `${Prefix}${Pattern}`, Colons> {
    return this.add('QUERY', pattern, handler, options);
  }

  /** Like {@link add} for any method, including non-standard ones. */
  any<const Pattern extends string>(
    pattern: Pattern,
    handler: Handler,
    options?: RouteOptions,
  ): Route<Handler, `${Prefix}${Pattern}`, Colons> {
    return this.add('*', pattern, handler, options);
  }

  /**
   * Registers routes under a common prefix; groups can nest to any depth.
   *
   * @param prefix prepended unchanged to the group's patterns: no slash is added or removed
   * @param define called synchronously with the group
   * @param options options of all routes in the group
   * @throws {OptionError} `OPTION_INVALID`
   */
  group<const Inner extends string>(
    prefix: Inner,
    define: (group: RouteCollector<Handler, `${Prefix}${Inner}`, Colons>) => void,
    options?: GroupOptions,
  ): void {
    define(new RouteGroup<Handler, `${Prefix}${Inner}`, Colons>(
      this as unknown as RouteCollector<Handler>,
      prefix,
      declaredGroup(options, `group(${quote(prefix)})`),
    ));
  }
}

/** A group: adds its prefix to each route and passes it to the outer group or the router. */
class RouteGroup<Handler, Prefix extends string, Colons extends boolean> extends RouteCollector<
  Handler,
  Prefix,
  Colons
> {
  readonly #parent: RouteCollector<Handler>;
  readonly #prefix: string;
  readonly #options: ReturnType<typeof declaredGroup>;

  constructor(
    parent: RouteCollector<Handler>,
    prefix: string,
    options: ReturnType<typeof declaredGroup>,
  ) {
    super();
    this.#parent = parent;
    this.#prefix = prefix;
    this.#options = options;
  }

  override add<const Pattern extends string>(
    methods: string | readonly string[],
    pattern: Pattern,
    handler: Handler,
    options?: RouteOptions,
  ): Route<Handler, `${Prefix}${Pattern}`, Colons> {
    const { name, ...own } = declaredRoute(options, `route(${quote(pattern)})`);
    const metadata = { ...this.#options.metadata, ...own.metadata };
    const escapedSlashes = own.escapedSlashes ?? this.#options.escapedSlashes;
    // A non-string, possible from untyped code, is passed unchanged: the router throws for it.
    const whole = typeof pattern === 'string' ? `${this.#prefix}${pattern}` : pattern;
    const route = this.#parent.add(methods, whole, handler, {
      metadata,
      ...(name !== undefined && { name }),
      ...(escapedSlashes !== undefined && { escapedSlashes }),
    });
    return route as Route<Handler, `${Prefix}${Pattern}`, Colons>;
  }
}
