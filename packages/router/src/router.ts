import { PatternCompiler } from './compiler/pattern-compiler.js';
import type { DispatchResult } from './dispatcher/dispatch-result.js';
import { RouteTable } from './dispatcher/route-table.js';
import { type Explanation, explain } from './explain.js';
import { normalMethods } from './normal-methods.js';
import { RegisteredRoute } from './registered-route.js';
import type { Route, RouteOptions } from './route.js';
import type { RouteArgs } from './route-args.js';
import { RouteCollector } from './route-collector.js';
import { RouterError, shown } from './router-error.js';
import type { UrlArgs } from './url/url-options.js';

const SLASH = 0x2f;

/** How a router reads patterns and answers. */
export interface RouterOptions {
  /**
   * What stands before every pattern, as `/app`; '' by default. Placeholders in it are arguments of
   * every route, which `urlFor` has to be given, unless it is told to leave the base path out.
   */
  readonly basePath?: string;
  /** Whether a segment that begins with `:` is a placeholder; true by default. */
  readonly colonPlaceholders?: boolean;
  /** Whether `OPTIONS` for a path of other methods gives the result `options`; false by default: method not allowed. */
  readonly automaticOptions?: boolean;
}

/** Which pattern each name of a route stands for. */
export type NamedPatterns = Readonly<Record<string, string>>;

/**
 * A table of routes: methods and patterns in, handlers out. It knows no request and calls no handler.
 *
 * Which route wins: one of the request's own method before one of `GET` for `HEAD` before one of any
 * method; among these, one without placeholders, then the first registered of those with some.
 *
 * `Names` may say which pattern each name stands for, and makes `urlFor` check its data. `Colons` is the
 * option `colonPlaceholders`.
 */
export class Router<
  Handler,
  Names extends NamedPatterns = NamedPatterns,
  Colons extends boolean = true,
> extends RouteCollector<Handler, '', Colons> {
  readonly #table = new RouteTable<Handler>();
  readonly #routes: RegisteredRoute<Handler>[] = [];
  readonly #names = new Map<string, RegisteredRoute<Handler>>();
  readonly #compiler: PatternCompiler;
  readonly #basePath: string;
  readonly #colonPlaceholders: boolean;
  readonly #automaticOptions: boolean;

  constructor({
    basePath = '',
    colonPlaceholders = true,
    automaticOptions = false,
  }: RouterOptions = {}) {
    super();
    this.#compiler = new PatternCompiler(colonPlaceholders);
    this.#basePath = basePath;
    this.#colonPlaceholders = colonPlaceholders;
    this.#automaticOptions = automaticOptions;
  }

  override add<const Pattern extends string>(
    methods: string | readonly string[],
    pattern: Pattern,
    handler: Handler,
    { name, metadata = {} }: RouteOptions = {},
  ): Route<Handler, `${Pattern}`, Colons> {
    const route = new RegisteredRoute({
      pattern,
      basePath: this.#basePath,
      colonPlaceholders: this.#colonPlaceholders,
      methods: normalMethods(methods, pattern),
      handler,
      name: name ?? null,
      metadata,
    });
    if (name !== undefined) this.#refuseTaken(name, route);
    this.#table.add(route, this.#compiler.compile(this.#basePath + pattern));
    this.#routes.push(route);
    if (name !== undefined) this.#names.set(name, route);
    return route as Route<Handler> as Route<Handler, `${Pattern}`, Colons>;
  }

  /**
   * What becomes of a request. Never throws, whatever the strings; makes no new result for a
   * route without placeholders or a miss.
   *
   * No argument is longer than 1,024 characters, and placeholders match paths of 256 segments at
   * most: beyond that a route does not match.
   *
   * @param method matched case-sensitively
   * @param path the canonical path, still encoded: escapes of letters, digits and `-._~` decoded,
   *   other escapes in upper case, characters that a path cannot hold escaped. Literals are
   *   compared with it as it is. Expressions see it decoded, but never an escaped slash as a
   *   slash. A path that does not begin with `/` counts as if it did; text that is no valid escape
   *   stays as it is.
   */
  dispatch(method: string, path: string): DispatchResult<Handler> {
    const result = this.#table.dispatch(method, slashed(path));
    if (this.#automaticOptions && method === 'OPTIONS' && result.kind === 'method-not-allowed') {
      return { kind: 'options', allowed: [...result.allowed, 'OPTIONS'] };
    }
    return result;
  }

  /** All routes in the order of registration. */
  routes(): readonly Route<Handler>[] {
    return [...this.#routes];
  }

  /**
   * Why a request reaches the route that it reaches: each route, in the order of registration, with
   * what speaks for or against it. For people, and slow.
   *
   * @param path as for {@link dispatch}
   */
  explain(method: string, path: string): readonly Explanation<Handler>[] {
    const result = this.dispatch(method, path);
    return this.#routes.map((route) => {
      const variants = this.#compiler
        .compile(this.#basePath + route.pattern)
        .map(({ steps }) => steps);
      return explain(route, variants, result, method, slashed(path));
    });
  }

  /**
   * The URL of a named route, see {@link Route.url}.
   *
   * @throws {RouterError} `ROUTE_NAME_UNKNOWN`, `URL_DATA_MISSING`, `URL_DATA_INVALID`
   */
  urlFor<Name extends keyof Names & string>(
    name: Name,
    ...[data, options]: UrlArgs<RouteArgs<Names[Name], Colons>>
  ): string {
    const route = this.#names.get(name);
    if (route === undefined) {
      throw RouterError.of(
        'ROUTE_NAME_UNKNOWN',
        `no route has the name ${shown(name)}; give it to one, as get(pattern, handler, { name: ${shown(name)} })`,
      );
    }
    return route.url(data, options);
  }

  #refuseTaken(name: string, { pattern }: Route<Handler>): void {
    const other = this.#names.get(name);
    if (other === undefined) return;
    const message = `the name ${shown(name)} of "${pattern}" already belongs to "${other.pattern}"; give one of them another`;
    throw RouterError.of('ROUTE_NAME_TAKEN', message, pattern);
  }
}

function slashed(path: string): string {
  return path.charCodeAt(0) === SLASH ? path : `/${path}`;
}
