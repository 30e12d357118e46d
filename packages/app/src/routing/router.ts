import type { RouteArguments } from './route-arguments.js';

/**
 * Makes the table of routes. It is called again when the base path changes, and then given all
 * routes anew.
 *
 * @param basePath stands before every pattern, as text of it: `''`, or begins with a slash and holds
 *   neither placeholder nor optional part; as in a pattern, a space is a space
 */
export type RouterFactory = <Handler extends object>(basePath: string) => RouterInterface<Handler>;

/**
 * What an application needs of a router: strings in, a tagged result out. `@mortise/router` is the
 * default; `createApp({ router })` takes another.
 *
 * @typeParam Handler what is registered, and given back as it is
 */
export interface RouterInterface<Handler> {
  /**
   * @param methods in capitals where they are standard ones; `'*'` for any method
   * @param pattern `{name}`, `{name:expression}`, `:name`, optional tails in `[` and `]`; the base
   *   path stands before it
   * @throws an error that names the pattern when it cannot be read, or no request could reach it
   */
  add(methods: readonly string[], pattern: string, handler: Handler): void;

  /**
   * @param method compared with regard to case; `HEAD` falls back to `GET`
   * @param path canonical: unreserved characters decoded, everything else encoded
   */
  dispatch(method: string, path: string): RouterResult<Handler>;

  /**
   * The path of what was registered, without the base path.
   *
   * @param handler as it was given to {@link add}; each is added once
   * @param data values of the placeholders by name; others are ignored
   * @param query nested as PHP's `http_build_query` has it; `null` and `undefined` are left out
   * @throws an error that names a placeholder without a value, or with one that does not fit
   */
  urlFor(handler: Handler, data: UrlData, query: UrlQuery): string;
}

/** What a router found for a method and a path. */
export type RouterResult<Handler> =
  | {
      readonly kind: 'found';
      readonly handler: Handler;
      /** In the order of the pattern. */
      readonly args: RouteArguments;
    }
  | {
      readonly kind: 'method-not-allowed';
      /** In the order of registration, static routes first; never empty. */
      readonly allowed: readonly string[];
    }
  | { readonly kind: 'not-found' };

/** Values for the placeholders of a pattern, by name; a number is written in decimal. */
export type UrlData = Readonly<Record<string, string | number | undefined>>;

/** Parameters of a query by name, nested to any depth. */
export type UrlQuery = Readonly<Record<string, UrlQueryValue>>;

/** One value of a query: `true` is written `1` and `false` `0`. */
export type UrlQueryValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly UrlQueryValue[]
  | { readonly [name: string]: UrlQueryValue };
