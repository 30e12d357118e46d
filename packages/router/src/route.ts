import type { RouteArgs } from './route-args.js';
import type { UrlArgs } from './url/url-options.js';

/** What may be said about a route when it is registered. */
export interface RouteOptions {
  /** For URL generation; no two routes of a router share one. */
  readonly name?: string;
  /** Whatever an application wants to read off the route: rights, documentation. Kept by reference; inner groups and routes override the groups around them key by key. */
  readonly metadata?: RouteMetadata;
}

/** Facts about a route, by names that the application chooses. */
export type RouteMetadata = Readonly<Record<string, unknown>>;

/** A registered route: one object for all its methods. */
export interface Route<Handler, Pattern extends string = string, Colons extends boolean = true> {
  /** As registered, with the prefixes of its groups and without the base path. */
  readonly pattern: Pattern;
  /** In order and without repetition; `['*']` for any method. */
  readonly methods: readonly string[];
  readonly handler: Handler;
  /** Null when it has none. */
  readonly name: string | null;
  /** Empty when it has none. */
  readonly metadata: RouteMetadata;
  /** The names of all arguments, optional ones included, in the order of the pattern; those of the base path first. */
  readonly argumentNames: readonly string[];

  /**
   * The URL of the route with these arguments, base path included.
   *
   * Literals are encoded. Optional parts are filled from the left as far as there are arguments; others that the pattern
   * does not name are ignored.
   *
   * @throws {RouterError} `URL_DATA_MISSING`, `URL_DATA_INVALID`
   */
  url(...args: UrlArgs<RouteArgs<Pattern, Colons>>): string;
}
