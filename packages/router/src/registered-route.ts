import { parsePattern } from './parser/parse-pattern.js';
import type { Route, RouteMetadata } from './route.js';
import { buildQuery } from './url/build-query.js';
import { PathTemplate } from './url/path-template.js';
import type { UrlData, UrlOptions } from './url/url-options.js';

/** The parts of a route, see {@link Route}. */
export interface RouteParts<Handler> {
  readonly pattern: string;
  readonly basePath: string;
  readonly colonPlaceholders: boolean;
  readonly methods: readonly string[];
  readonly handler: Handler;
  readonly name: string | null;
  readonly metadata: RouteMetadata;
}

/** The one implementation of {@link Route}. */
export class RegisteredRoute<Handler> implements Route<Handler> {
  readonly pattern: string;
  readonly methods: readonly string[];
  readonly handler: Handler;
  readonly name: string | null;
  readonly metadata: RouteMetadata;
  readonly #basePath: string;
  readonly #colonPlaceholders: boolean;
  /** With the base path, and without it. */
  #whole: PathTemplate | null = null;
  #relative: PathTemplate | null = null;

  constructor(parts: RouteParts<Handler>) {
    this.pattern = parts.pattern;
    this.methods = parts.methods;
    this.handler = parts.handler;
    this.name = parts.name;
    this.metadata = parts.metadata;
    this.#basePath = parts.basePath;
    this.#colonPlaceholders = parts.colonPlaceholders;
  }

  get argumentNames(): readonly string[] {
    const whole = this.#basePath + this.pattern;
    const longest = parsePattern(whole, this.#colonPlaceholders).at(-1) ?? [];
    return longest.flatMap((part) => (typeof part === 'string' ? [] : [part.name]));
  }

  url(
    data: UrlData = {},
    { query = {}, origin = '', relative = false, raw = false }: UrlOptions = {},
  ): string {
    const template = relative
      ? (this.#relative ??= this.#template(this.pattern))
      : (this.#whole ??= this.#template(this.#basePath + this.pattern));
    const search = buildQuery(query);
    return `${origin}${template.fill(data, raw)}${search === '' ? '' : `?${search}`}`;
  }

  #template(pattern: string): PathTemplate {
    return new PathTemplate(pattern, parsePattern(pattern, this.#colonPlaceholders));
  }
}
