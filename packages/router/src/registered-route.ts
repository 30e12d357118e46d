import type { Route, RouteMetadata, UrlData, UrlOptions } from './contract.js';
import { declaredUrl } from './route-options.js';
import { parsePattern } from './parser/parse-pattern.js';
import { type PathReader, PathTemplate } from './url/path-template.js';
import { acceptedQuery } from './url/accepted-query.js';

/** The data of a route, see {@link Route}. */
export interface RouteParts<Handler> {
  /** The index of the route in registration order. */
  readonly order: number;
  readonly pattern: string;
  readonly basePath: string;
  readonly router: RouteHost<Handler>;
  readonly colonPlaceholders: boolean;
  readonly methods: readonly string[];
  readonly handler: Handler;
  readonly metadata: RouteMetadata;
  readonly escapedSlashes: boolean;
  readonly inOrder: boolean;
}

/** What a route needs from its router. */
export interface RouteHost<Handler> {
  /** Where the router is mounted, see `Router.mount`. */
  mounted: string;
  rename(route: RegisteredRoute<Handler>, name: string): void;
  /** Returns a function that matches a path against a pattern with this route's options. */
  reader(route: RegisteredRoute<Handler>, pattern: string): PathReader;
}

/** The only implementation of {@link Route}. */
export class RegisteredRoute<Handler> implements Route<Handler> {
  readonly order: number;
  readonly pattern: string;
  readonly methods: readonly string[];
  readonly handler: Handler;
  readonly metadata: RouteMetadata;
  readonly escapedSlashes: boolean;
  readonly inOrder: boolean;
  name: string | null = null;
  readonly #basePath: string;
  readonly #router: RouteHost<Handler>;
  readonly #colonPlaceholders: boolean;
  /** The templates with and without the base path; created on demand. */
  #whole: PathTemplate | null = null;
  #relative: PathTemplate | null = null;

  constructor(parts: RouteParts<Handler>) {
    this.order = parts.order;
    this.pattern = parts.pattern;
    this.methods = parts.methods;
    this.handler = parts.handler;
    this.metadata = parts.metadata;
    this.escapedSlashes = parts.escapedSlashes;
    this.inOrder = parts.inOrder;
    this.#basePath = parts.basePath;
    this.#router = parts.router;
    this.#colonPlaceholders = parts.colonPlaceholders;
  }

  get argumentNames(): readonly string[] {
    const whole = this.#basePath + this.pattern;
    const longest = parsePattern(whole, this.#colonPlaceholders).at(-1) ?? [];
    return longest.flatMap((part) => (typeof part === 'string' ? [] : [part.name]));
  }

  rename(name: string): void {
    this.#router.rename(this, name);
  }

  url(data: UrlData = {}, options?: UrlOptions): string {
    const { query, origin, relative, raw } = declaredUrl(options);
    const template = relative
      ? (this.#relative ??= this.#template(this.pattern))
      : (this.#whole ??= this.#template(this.#basePath + this.pattern));
    const mounted = relative ? '' : this.#router.mounted;
    const search = acceptedQuery(query, this.pattern);
    return `${origin}${mounted}${template.fill(data, raw)}${search === '' ? '' : `?${search}`}`;
  }

  #template(pattern: string): PathTemplate {
    return new PathTemplate(pattern, parsePattern(pattern, this.#colonPlaceholders), () =>
      this.#router.reader(this, pattern),
    );
  }
}
