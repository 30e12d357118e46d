import type { HttpFactoriesInterface, UriInterface } from '@mortise/http-message';
import type { RouteArgs } from '@mortise/router';
import { Layers } from '../middleware/layers.js';
import type { VariantB } from '../variant/variant-b.js';
import { locationOf } from '../response/redirect.js';
import type { CallbackOf, VariantTypes } from '../variant/types.js';
import type { RouteCollector } from './route-collector.js';
import { RouteGroup } from './route-group.js';
import type { RouteGroupInterface } from './route-group-interface.js';
import type { RouteInterface } from './route-interface.js';

/**
 * Where routes are registered: an application, or a group of it.
 *
 * Patterns and prefixes are joined as they are; the arguments of a callback are typed by the whole.
 * Registration throws what the router throws for a pattern that cannot be read or reached.
 *
 * @typeParam T the variant's types; variant B's by default
 * @typeParam Prefix the prefixes of the groups around, joined; by default any
 */
export interface RouteCollectorProxyInterface<
  T extends VariantTypes = VariantB,
  Prefix extends string = string,
> {
  /** What stands before the patterns that are registered here; `''` for an application. */
  readonly prefix: Prefix;

  /** Answers `HEAD` too, unless another route does. */
  readonly get: Registration<T, Prefix>;
  readonly post: Registration<T, Prefix>;
  readonly put: Registration<T, Prefix>;
  readonly patch: Registration<T, Prefix>;
  readonly delete: Registration<T, Prefix>;
  readonly options: Registration<T, Prefix>;

  /** `GET`, `POST`, `PUT`, `PATCH`, `DELETE` and `OPTIONS`. */
  readonly any: Registration<T, Prefix>;

  /**
   * @param methods standard ones in any case, others as a request will spell them; `'*'` for any
   *   method at all
   */
  map<const P extends string>(
    methods: readonly string[],
    pattern: P,
    callback: CallbackOf<T, RouteArgs<`${Prefix}${P}`>>,
  ): RouteInterface<T>;

  /**
   * Registers routes under a prefix; groups nest.
   *
   * @param register called at once, with what registers inside the group. A function that takes a
   *   `RouteCollectorProxyInterface` without a prefix serves under any: its callbacks are typed by their
   *   own patterns.
   */
  group<const P extends string>(
    prefix: P,
    register: (group: RouteCollectorProxyInterface<T, `${Prefix}${NoInfer<P>}`>) => void,
  ): RouteGroupInterface<T>;

  /**
   * Answers `GET` of a path with a redirection.
   *
   * @param to encoded as by {@link redirect}; refused with a line break in it
   * @param status default 302
   */
  redirect(from: string, to: string | UriInterface, status?: number): RouteInterface<T>;
}

/** Registers a route for one method. */
export type Registration<T extends VariantTypes, Prefix extends string> = <const P extends string>(
  pattern: P,
  callback: CallbackOf<T, RouteArgs<`${Prefix}${P}`>>,
) => RouteInterface<T>;

const ANY = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Registers with a collector, behind the prefix and inside the groups of its place. */
export class RouteCollectorProxy<T extends VariantTypes, Prefix extends string>
  implements RouteCollectorProxyInterface<T, Prefix>
{
  readonly get: Registration<T, Prefix> = this.#registration(['GET']);
  readonly post: Registration<T, Prefix> = this.#registration(['POST']);
  readonly put: Registration<T, Prefix> = this.#registration(['PUT']);
  readonly patch: Registration<T, Prefix> = this.#registration(['PATCH']);
  readonly delete: Registration<T, Prefix> = this.#registration(['DELETE']);
  readonly options: Registration<T, Prefix> = this.#registration(['OPTIONS']);
  readonly any: Registration<T, Prefix> = this.#registration(ANY);
  readonly factories: HttpFactoriesInterface;
  readonly prefix: Prefix;
  readonly #collector: RouteCollector<T>;
  readonly #groups: readonly RouteGroup<T>[];

  constructor(
    factories: HttpFactoriesInterface,
    collector: RouteCollector<T>,
    prefix: Prefix,
    groups: readonly RouteGroup<T>[] = [],
  ) {
    this.factories = factories;
    this.#collector = collector;
    this.prefix = prefix;
    this.#groups = groups;
  }

  map(methods: readonly string[], pattern: string, callback: T['callback']): RouteInterface<T> {
    return this.#collector.map(methods, this.prefix + pattern, this.#groups, callback);
  }

  group<const P extends string>(
    prefix: P,
    register: (group: RouteCollectorProxyInterface<T, `${Prefix}${NoInfer<P>}`>) => void,
  ): RouteGroupInterface<T> {
    const whole = `${this.prefix}${prefix}` as const;
    const group = new RouteGroup(prefix, new Layers(this.#collector, ` of group ${whole}`));
    const groups = [...this.#groups, group];
    register(new RouteCollectorProxy(this.factories, this.#collector, whole, groups));
    return group;
  }

  redirect(from: string, to: string | UriInterface, status = 302): RouteInterface<T> {
    const location = locationOf(to);
    return this.#collector.mapHandler(['GET'], this.prefix + from, this.#groups, {
      handle: () => this.factories.createResponse(status).withHeader('Location', location),
    });
  }

  #registration(methods: readonly string[]): Registration<T, Prefix> {
    return (pattern, callback) => this.map(methods, pattern, callback);
  }
}
