import { ignoreRejection, isPlainFunction, isThenable, quote } from '@mortise/base';
import { boolean, options, or } from '@mortise/base/options';
import type { HttpFactoriesInterface } from '@mortise/http-message';
import { refuseOnRegistrars } from '../misuse/foreign-app-members.js';
import { locationOf, type RedirectTarget } from '../response/redirect.js';
import type { RouteHandlerInterface, VariantTypes } from '../variant-types.js';
import type { RouteGroupInterface, RouteInterface } from './contract.js';
import type {
  GroupOptions,
  MountRouteOptions,
  Registration,
  RouteCollectorProxyInterface,
  RouteOptions,
} from './registration-contract.js';
import {
  aroundGroup,
  groupWithoutPrefix,
  invalidGroup,
  lateGroup,
  noAddInGroup,
} from '../misuse/wrong-calls.js';
import { RouteGroup } from './route-group.js';
import { IS_MOUNT, isApplication, mountedHandler } from './mounted-handler.js';
import { type RouteList, routeRules } from './route-list.js';

const declaredMount = options<MountRouteOptions>()('mount', {
  ...routeRules,
  keepPrefix: or(boolean, false),
});

const ANY = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY'];

/** Registers routes in a list, with a prefix and inside groups. */
export class RouteRegistrar<T extends VariantTypes, Prefix extends string>
  implements RouteCollectorProxyInterface<T, Prefix>
{
  readonly get: Registration<T, Prefix> = this.#registration(['GET']);
  readonly post: Registration<T, Prefix> = this.#registration(['POST']);
  readonly put: Registration<T, Prefix> = this.#registration(['PUT']);
  readonly patch: Registration<T, Prefix> = this.#registration(['PATCH']);
  readonly delete: Registration<T, Prefix> = this.#registration(['DELETE']);
  readonly options: Registration<T, Prefix> = this.#registration(['OPTIONS']);
  readonly query: Registration<T, Prefix> = this.#registration(['QUERY']);
  readonly any: Registration<T, Prefix> = (pattern, callback, options) =>
    this.map(this.#routes.variant.anyMethods ?? ANY, pattern, callback, options);
  readonly factories: HttpFactoriesInterface;
  readonly prefix: Prefix;
  readonly #routes: RouteList<T>;
  readonly #groups: readonly RouteGroup<T>[];

  constructor(routes: RouteList<T>, prefix: Prefix, groups: readonly RouteGroup<T>[] = []) {
    this.factories = routes.factories;
    this.#routes = routes;
    this.prefix = prefix;
    this.#groups = groups;
  }

  static {
    refuseOnRegistrars(this.prototype as RouteRegistrar<VariantTypes, string>, (self) => [
      self.#groups.length > 0,
      self.#routes.variant.lines,
    ]);
  }

  map<const P extends string>(
    methods: readonly string[],
    pattern: P,
    callback: T['callback'],
    options: RouteOptions<T> = {},
  ): RouteInterface<T, `${Prefix}${P}`> {
    const whole = this.#whole(pattern);
    this.ensureInnermost();
    const route = this.#routes.map(methods, whole, this.#groups, callback, options);
    return route as RouteInterface<T> as RouteInterface<T, `${Prefix}${P}`>;
  }

  group<const P extends string>(
    prefix: P,
    register: (group: RouteCollectorProxyInterface<T, `${Prefix}${NoInfer<P>}`>) => void,
    options: GroupOptions<T> = {},
  ): RouteGroupInterface<T> {
    this.ensureInnermost();
    if (isPlainFunction(prefix)) throw groupWithoutPrefix(prefix);
    const whole = `${this.prefix}${prefix}` as const;
    const shown = this.#routes.variant.ownGroupPatterns === true ? prefix : whole;
    const group = new RouteGroup(this.#routes, shown, whole, options);
    const groups = [...this.#groups, group];
    // Checks the option even if the group has no routes.
    if (group.options.body) {
      const places = groups.map((each) => each.options.body);
      this.#routes.bodies.parserOf(places, `group(${quote(whole)}).body`);
    }
    const inner = new RouteRegistrar(this.#routes, whole, groups);
    if (!isPlainFunction(register)) throw invalidGroup(whole, register);
    // `this` is the group, too, as in Slim.
    const call = register as (this: unknown, group: typeof inner) => unknown;
    this.#routes.inGroups(groups, () => {
      Object.assign(inner, { add: refuseAdd, addMiddleware: refuseAdd });
      const result = call.call(inner, inner);
      if (!isThenable(result)) return;
      ignoreRejection(result);
      throw lateGroup(whole);
    });
    return group;
  }

  mount(
    prefix: string,
    handler: RouteHandlerInterface,
    given: MountRouteOptions<T> = {},
  ): RouteInterface<T> {
    const routes = this.#routes;
    const { keepPrefix, ...options } = declaredMount(given, `mount(${quote(prefix)})`);
    const whole = this.#whole(prefix);
    const outer = () => routes.getBasePath();
    const mounted = mountedHandler({ prefix: whole, handler, keepPrefix, outer });
    const pattern = `${whole.replace(/\/$/, '')}[/{path:.*}]`;
    const { body = false, escapedSlashes = isApplication(handler) } = options;
    const ofRoute = { ...options, body, escapedSlashes } as RouteOptions<T>;
    const route = this.#own(['*'], pattern, mounted, ofRoute, true);
    routes.onMount(handler);
    return route.setMetadata(IS_MOUNT, true);
  }

  redirect(from: string, to: RedirectTarget, status = 302): RouteInterface<T> {
    const location = locationOf(to, status);
    const handle = () => this.factories.createResponse(status).withHeader('Location', location);
    return this.#own(['GET'], this.#whole(from), { handle }, {});
  }

  /** Registers one of the application's own handlers, which no variant needs to convert. */
  #own(
    methods: readonly string[],
    pattern: string,
    handler: RouteHandlerInterface,
    options: RouteOptions<T>,
    inOrder = false,
  ): RouteInterface<T> {
    this.ensureInnermost();
    const parts = { groups: this.#groups, callback: handler, handler };
    return this.#routes.register(methods, pattern, parts, options, inOrder);
  }

  /**
   * Rejects a call on what is around the group whose callback is running: the route would lack the prefix and the
   * layers of the group, which can be its guard.
   *
   * @throws {AppError} `CALLBACK_INVALID`
   */
  protected ensureInnermost(): void {
    const { openGroups: open } = this.#routes;
    const depth = this.#groups.length;
    if (open.length > depth && open[depth - 1] === this.#groups[depth - 1])
      throw aroundGroup((open.at(-1) as RouteGroup<T>).getPattern(), depth);
  }

  /**
   * Prepends the prefix. A value that is not a string, such as a list of paths, is left for the router to reject:
   * converted to a string, it would match nothing.
   */
  #whole(pattern: string): string {
    return typeof pattern === 'string' ? this.prefix + pattern : pattern;
  }

  #registration(methods: readonly string[]): Registration<T, Prefix> {
    return (pattern, callback, options) => this.map(methods, pattern, callback, options);
  }
}

/** Layers are added to the group that `group` returns. */
function refuseAdd(): never {
  throw noAddInGroup();
}
