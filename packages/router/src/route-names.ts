import { quote } from '@mortise/base';
import type { RegisteredRoute } from './registered-route.js';
import { RouterError } from './router-error.js';

/** Finds routes by name. If two routes have the same name, it refers to the one registered first. */
export class RouteNames<Handler> {
  readonly #routes: readonly RegisteredRoute<Handler>[];
  readonly #byName = new Map<string, RegisteredRoute<Handler>>();

  /** @param routes all routes in registration order; can grow later */
  constructor(routes: readonly RegisteredRoute<Handler>[]) {
    this.#routes = routes;
  }

  /** Returns the route with this name, or `null`. */
  find(name: string): RegisteredRoute<Handler> | null {
    return this.#byName.get(name) ?? null;
  }

  /** @throws {RouterError} `ROUTE_NAME_UNKNOWN` */
  get(name: string): RegisteredRoute<Handler> {
    const route = this.#byName.get(name);
    if (route !== undefined) return route;
    throw RouterError.of(
      'ROUTE_NAME_UNKNOWN',
      `no route has the name ${quote(name)}; name one with get(pattern, handler, { name: ${quote(name)} })`,
    );
  }

  /** @throws {RouterError} `ROUTE_NAME_TAKEN` if another route has the name */
  refuseTaken(name: string, pattern: string): void {
    const other = this.#byName.get(name);
    if (other === undefined) return;
    const message = `the name ${quote(name)} of "${pattern}" already belongs to "${other.pattern}"; give one of them a different name`;
    throw RouterError.of('ROUTE_NAME_TAKEN', message, pattern);
  }

  /** Names a route, replacing its previous name. */
  set(route: RegisteredRoute<Handler>, name: string): void {
    const before = route.name;
    route.name = name;
    if (before !== null && this.#byName.get(before) === route) this.#pass(before);
    const holder = this.#byName.get(name);
    if (holder === undefined || holder.order > route.order) this.#byName.set(name, route);
  }

  /** Assigns a released name to the first other route that has it. */
  #pass(name: string): void {
    const next = this.#routes.find((route) => route.name === name);
    if (next === undefined) this.#byName.delete(name);
    else this.#byName.set(name, next);
  }
}
