import { mergeArguments, type RouteArguments } from './route-arguments.js';
import type { RouteGroupInterface } from './route-group-interface.js';
import type { RouteInterface } from './route-interface.js';

/** A route that a request has reached, with the arguments of that request. */
export interface MatchedRouteInterface {
  /** `'route0'`, `'route1'`, ... in the order of registration. */
  getIdentifier(): string;

  /** `null` when the route has no name. */
  getName(): string | null;

  /** The whole pattern, the prefixes of the groups in front. */
  getPattern(): string;

  /** In the order of registration. */
  getMethods(): readonly string[];

  /** The groups around the route, outermost first. */
  getGroups(): readonly RouteGroupInterface[];

  /** @returns `null` (or `fallback`) when there is no argument of that name */
  getArgument(name: string): string | null;
  getArgument<D>(name: string, fallback: D): string | D;

  getArguments(): RouteArguments;

  /** Sets an argument for this request alone, for the layers inside and the callback. */
  setArgument(name: string, value: string): this;

  /** Replaces all arguments, for this request alone. @param args copied */
  setArguments(args: RouteArguments): this;
}

/** The arguments of one request beside the route that all requests share. */
export class MatchedRoute implements MatchedRouteInterface {
  readonly #route: RouteInterface;
  #args: RouteArguments;

  constructor(route: RouteInterface, args: RouteArguments) {
    this.#route = route;
    this.#args = args;
  }

  getIdentifier(): string {
    return this.#route.getIdentifier();
  }

  getName(): string | null {
    return this.#route.getName();
  }

  getPattern(): string {
    return this.#route.getPattern();
  }

  getMethods(): readonly string[] {
    return this.#route.getMethods();
  }

  getGroups(): readonly RouteGroupInterface[] {
    return this.#route.getGroups();
  }

  getArgument(name: string): string | null;
  getArgument<D>(name: string, fallback: D): string | D;
  getArgument(name: string, fallback: unknown = null): unknown {
    return this.#args[name] ?? fallback;
  }

  getArguments(): RouteArguments {
    return this.#args;
  }

  setArgument(name: string, value: string): this {
    this.#args = mergeArguments(this.#args, { [name]: value });
    return this;
  }

  setArguments(args: RouteArguments): this {
    this.#args = mergeArguments(args);
    return this;
  }
}
