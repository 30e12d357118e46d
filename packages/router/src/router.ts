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
import { pathToMatch } from './path/path-to-match.js';
import { RegisteredRoute, type RouteHost } from './registered-route.js';
import type { RouteArgs } from './route-args.js';
import { RouteCollector } from './route-collector.js';
import { RouteNames } from './route-names.js';
import { RouterError } from './router-error.js';

/** Text that a pattern would interpret as syntax. */
const PATTERN_SYNTAX = /[{[]|\/:/;

/** How a router parses patterns and which results it returns. */
export interface RouterOptions {
  /**
   * A pattern that prefixes every pattern, such as `/{language:en|de}`. Its placeholders become arguments of every
   * route. For a plain path, use {@link Router.mount}. Default `''`.
   */
  readonly basePath?: string;
  /** Whether a segment that begins with `:` is a placeholder. Default `true`. */
  readonly colonPlaceholders?: boolean;
}

const declared = options<RouterOptions>()('Router', {
  basePath: or(
    rule((path) => typeof path === 'string', 'a pattern'),
    '',
  ),
  colonPlaceholders: or(boolean, true),
});

/** The pattern of each route name. */
export type NamedPatterns = Readonly<Record<string, string>>;

/**
 * A route table: takes methods and patterns, returns handlers. It does not depend on requests and calls no handler.
 *
 * Which route wins: one for the request's own method, then one for `GET` if the method is `HEAD`, then one for any method;
 * among these, one without placeholders, then the first registered.
 *
 * `Names` can list the pattern of each route name; then `urlFor` checks its data. `Colons` is the
 * option `colonPlaceholders`.
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
      table.add(route, this.#compiler.compile(pattern, true, route.escapedSlashes));
      return (path) => {
        // Under a mount path the rest of a path needs no slash at its beginning.
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
    } = declaredRoute(options, `route(${quote(pattern)})`);
    const route = new RegisteredRoute({
      order: this.#routes.length,
      pattern,
      basePath: this.#basePath,
      router: this.#host,
      colonPlaceholders: this.#colonPlaceholders,
      methods: normalMethods(methods, pattern),
      handler,
      metadata,
      escapedSlashes,
    });
    if (name !== undefined) this.#names.refuseTaken(name, pattern);
    const afterSlash = this.#host.mounted.endsWith('/');
    this.#table.add(
      route,
      this.#compiler.compile(this.#basePath + pattern, afterSlash, escapedSlashes),
    );
    this.#routes.push(route);
    if (name !== undefined) this.#names.set(route, name);
    return route as Route<Handler> as Route<Handler, `${Pattern}`, Colons>;
  }

  /**
   * Mounts the router under a path, which replaces the previous one: `dispatch` finds nothing elsewhere, and matches the
   * unchanged rest of a path (no slash is added). URLs begin with it.
   *
   * @param path canonical, as for {@link dispatch}; escapes such as `%2F` are allowed. '' for none; else it begins with a
   *   slash. A trailing slash stays: patterns then need none at their beginning.
   * @throws {RouterError} `BASE_PATH_INVALID`, even for the pattern syntax of a placeholder or an optional part
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
   * Finds the route for a request. Never throws, whatever the strings; allocates no result for a route without
   * placeholders, or if nothing matches.
   *
   * No argument is longer than 1,024 characters, and placeholders match paths of at most 256
   * segments: a route that would need more does not match.
   *
   * @param method matched case-sensitively
   * @param path the canonical path, still encoded: escapes of characters that can appear unescaped in a segment decoded
   *   (`pchar` of RFC 3986 3.3), other escapes in upper case, invalid characters of a path escaped. Literals are
   *   compared with it unchanged. Expressions are matched against the decoded path, in which an escaped slash is not a
   *   slash; a placeholder that can match a slash takes none, nor an escaped backslash, see
   *   {@link RouteOptions.escapedSlashes}. A path that does not begin with `/` is treated as if it did; text that is not a valid
   *   escape is kept.
   */
  dispatch(method: string, path: string): DispatchResult<Handler> {
    const rest = pathToMatch(path, this.#host.mounted);
    return rest === null ? NOT_FOUND : this.#table.dispatch(method, rest);
  }

  /**
   * Returns the methods of all routes that match a path, in the order of {@link MethodNotAllowed}, `HEAD` after
   * `GET`; including `'*'` if a route serves any method. Empty if no route matches.
   *
   * @param path as for {@link dispatch}
   */
  methodsFor(path: string): readonly string[] {
    const rest = pathToMatch(path, this.#host.mounted);
    return rest === null ? [] : withHead(this.#table.methodsFor(rest));
  }

  /** All routes in the order of registration. */
  routes(): readonly Route<Handler>[] {
    return [...this.#routes];
  }

  /** Returns the route with this name; `null` if there is none. */
  named(name: string): Route<Handler> | null {
    return this.#names.find(name);
  }

  /**
   * Returns each route, in the order of registration, with the reason why it does or does not match. For
   * developers, and slow.
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
        .compile(this.#basePath + route.pattern, true, route.escapedSlashes)
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
