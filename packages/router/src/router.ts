import { quote } from '@mortise/base';
import { boolean, options, or, rule } from '@mortise/base/options';
import { PatternCompiler } from './compiler/pattern-compiler.js';
import { declaredRoute } from './route-options.js';
import type { DispatchResult, Explanation, Route, RouteOptions, UrlArgs } from './contract.js';
import { withHead } from './dispatcher/allowed-methods.js';
import { NOT_FOUND, RouteTable } from './dispatcher/route-table.js';
import { explain } from './explain.js';
import { normalMethods } from './normal-methods.js';
import { patternText } from './parser/pattern-text.js';
import { pathToMatch } from './path/path-below-mount.js';
import { RegisteredRoute, type RouteHost } from './registered-route.js';
import type { RouteArgs } from './route-args.js';
import { RouteCollector } from './route-collector.js';
import { RouteNames } from './route-names.js';
import { RouterError } from './router-error.js';

/** Text that would be pattern syntax. */
const PATTERN_SYNTAX = /[{[]|\/:/;

/** Options of a {@link Router}. */
export interface RouterOptions {
  /**
   * A pattern to prepend to every pattern, such as `/{language:en|de}`. Its placeholders become arguments of every
   * route. For a plain path, use {@link Router.mount}. Default `''`.
   */
  readonly basePath?: string | undefined;
  /** Whether `:name` at the beginning of a segment is a placeholder. Default `true`. */
  readonly colonPlaceholders?: boolean | undefined;
}

const declared = options<RouterOptions>()('Router', {
  basePath: or(
    rule((path) => typeof path === 'string', 'a pattern'),
    '',
  ),
  colonPlaceholders: or(boolean, true),
});

/** The patterns of named routes, by name. */
export type NamedPatterns = Readonly<Record<string, string>>;

/**
 * A route table: finds the handler for a method and a path. It does not depend on requests and never calls a handler.
 *
 * Which route wins: one for the request's own method, then one for `GET` if the method is `HEAD`, then one for any
 * method. Among these, a route without placeholders wins, then the one registered first. A route for any method with
 * the option `inOrder` wins over all that are registered after it. A route for both `GET` and `HEAD` serves `HEAD` only
 * where it serves `GET`.
 *
 * If `Names` maps each route name to its pattern, the compiler checks the data passed to `urlFor`. `Colons` is the
 * `colonPlaceholders` option.
 */
export class Router<
  Handler,
  Names extends NamedPatterns = NamedPatterns,
  Colons extends boolean = true,
> extends RouteCollector<Handler, '', Colons> {
  readonly #table = new RouteTable<Handler>();
  readonly #routes: RegisteredRoute<Handler>[] = [];
  readonly #names = new RouteNames<Handler>(this.#routes);
  readonly #host: RouteHost<Handler> = {
    mounted: '',
    rename: (route, name) => {
      this.#names.set(route, name);
    },
    reader: (route, pattern) => {
      const table = new RouteTable<Handler>();
      table.add(route, this.#compiler.compile(pattern, true, route));
      return (path) => {
        // Below a mount path, the rest of a path need not begin with a slash.
        const rest = this.#host.mounted === '' ? pathToMatch(path, '') : path;
        const result = table.dispatch(route.methods[0] as string, rest as string);
        return result.kind === 'found' ? result.args : null;
      };
    },
  };
  readonly #compiler: PatternCompiler;
  readonly #basePath: string;
  readonly #colonPlaceholders: boolean;

  /** @throws {OptionError} `OPTION_INVALID` */
  constructor(given: RouterOptions = {}) {
    super();
    const { basePath, colonPlaceholders } = declared(given);
    this.#compiler = new PatternCompiler(colonPlaceholders);
    this.#basePath = basePath;
    this.#colonPlaceholders = colonPlaceholders;
  }

  override add<const Pattern extends string>(
    methods: string | readonly string[],
    pattern: Pattern,
    handler: Handler,
    options?: RouteOptions,
  ): Route<Handler, `${Pattern}`, Colons> {
    patternText(pattern);
    const {
      name,
      metadata = {},
      escapedSlashes = false,
      inOrder = false,
    } = declaredRoute(options, `route(${quote(pattern)})`);
    const all = normalMethods(methods, pattern);
    const route = new RegisteredRoute({
      order: this.#routes.length,
      pattern,
      basePath: this.#basePath,
      router: this.#host,
      colonPlaceholders: this.#colonPlaceholders,
      methods: all,
      handler,
      metadata,
      escapedSlashes,
      inOrder: inOrder && all.includes('*'),
    });
    if (name !== undefined) this.#names.refuseTaken(name, pattern);
    const afterSlash = this.#host.mounted.endsWith('/');
    this.#table.add(route, this.#compiler.compile(this.#basePath + pattern, afterSlash, route));
    this.#routes.push(route);
    if (name !== undefined) this.#names.set(route, name);
    return route as Route<Handler> as Route<Handler, `${Pattern}`, Colons>;
  }

  /**
   * Mounts the router below a path, replacing the previous one. `dispatch` matches only paths that begin with it, and
   * compares the rest with the patterns unchanged: no slash is added. Generated URLs begin with the path.
   *
   * @param path a canonical path, as for {@link dispatch}, that begins with a slash; escapes such as `%2F` are allowed.
   *   `''` unmounts the router. If it ends with a slash, patterns need not begin with one.
   * @throws {RouterError} `BASE_PATH_INVALID` if the path does not begin with a slash, or contains pattern syntax
   */
  mount(path: string): void {
    if (path !== '' && !path.startsWith('/')) {
      const message = `invalid base path ${quote(path)}: expected "" or a path that begins with "/"`;
      throw RouterError.of('BASE_PATH_INVALID', message);
    }
    if (PATTERN_SYNTAX.test(path)) {
      const message = `invalid base path ${quote(path)}: a base path is literal text, not a pattern; register the routes in a group with this prefix`;
      throw RouterError.of('BASE_PATH_INVALID', message);
    }
    this.#host.mounted = path;
  }

  /**
   * Finds the route for a method and a path. Never throws. Allocates no result for a route without placeholders, or if
   * no route matches.
   *
   * An argument has at most 1,024 characters, and placeholders match paths of at most 256 segments; a route with
   * placeholders does not match a path that exceeds these limits, and neither does a later route `inOrder`, which has
   * no limits itself.
   *
   * Literals are compared with the encoded path. Expressions are matched against decoded text, in which an escaped
   * slash is not a slash. A placeholder that can match a slash accepts no escaped slash or backslash, unless
   * {@link RouteOptions.escapedSlashes} is set.
   *
   * @param method matched case-sensitively
   * @param path the canonical path, still encoded: characters that a segment can contain (`pchar`, RFC 3986 3.3) are
   *   unescaped, all others are escaped, and escapes are in upper case. Invalid escapes are kept as text. Unless
   *   the router is mounted, a missing leading `/` is added.
   */
  dispatch(method: string, path: string): DispatchResult<Handler> {
    const rest = pathToMatch(path, this.#host.mounted);
    return rest === null ? NOT_FOUND : this.#table.dispatch(method, rest);
  }

  /**
   * Returns the methods of all routes that match a path, in the order of {@link MethodNotAllowed.allowed}. `HEAD` is
   * added after `GET`, and `'*'` is included if a route serves any method. Empty if no route matches.
   *
   * @param path as for {@link dispatch}
   */
  methodsFor(path: string): readonly string[] {
    const rest = pathToMatch(path, this.#host.mounted);
    return rest === null ? [] : withHead(this.#table.methodsFor(rest));
  }

  /** Returns all routes in registration order. */
  routes(): readonly Route<Handler>[] {
    return [...this.#routes];
  }

  /** Returns the route with this name, or `null`. */
  named(name: string): Route<Handler> | null {
    return this.#names.find(name);
  }

  /**
   * Returns every route, in registration order, with the reason why it does or does not match. Slow; for debugging.
   *
   * @param path as for {@link dispatch}
   */
  explain(method: string, path: string): readonly Explanation<Handler>[] {
    const rest = pathToMatch(path, this.#host.mounted);
    if (rest === null) {
      const reason = `${quote(path)} does not begin with the base path ${quote(this.#host.mounted)}`;
      return this.#routes.map((route) => ({ route, outcome: 'path', reason }));
    }
    const result = this.#table.dispatch(method, rest);
    return this.#routes.map((route) => {
      const variants = this.#compiler
        .compile(this.#basePath + route.pattern, true, route)
        .map(({ steps }) => steps);
      return explain(route, variants, result, method, rest);
    });
  }

  /**
   * Returns the URL of a named route, see {@link Route.url}.
   *
   * @throws {RouterError} `ROUTE_NAME_UNKNOWN`, `URL_DATA_MISSING`, `URL_DATA_INVALID`,
   *   `URL_QUERY_INVALID`
   */
  urlFor<Name extends keyof Names & string>(
    name: Name,
    ...[data, options]: UrlArgs<RouteArgs<Names[Name], Colons>>
  ): string {
    return this.#names.get(name).url(data, options);
  }
}
