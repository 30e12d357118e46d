import type { MetadataKey } from '@mortise/http-message';
import type {
  MatchedRouteInterface,
  RouteArguments,
  RouteGroupInterface,
  RouteInterface,
} from './contract.js';

/** Merges arguments; later ones override earlier ones. The result has a null prototype, so that no name is special. */
export function mergeArguments(...all: readonly RouteArguments[]): RouteArguments {
  return Object.assign(Object.create(null) as Record<string, string>, ...all) as RouteArguments;
}

/** The arguments of one request, together with the route that all requests share. */
export class MatchedRoute implements MatchedRouteInterface {
  readonly #route: RouteInterface;
  readonly #context: { args: RouteArguments };

  /** @param context contains the arguments of the request */
  constructor(route: RouteInterface, context: { args: RouteArguments }) {
    this.#route = route;
    this.#context = context;
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

  getMetadata<V>(key: MetadataKey<V>): V | undefined {
    return this.#route.getMetadata(key);
  }

  getArgument(name: string): string | null;
  getArgument<D>(name: string, fallback: D): string | D;
  getArgument(name: string, fallback: unknown = null): unknown {
    return this.#context.args[name] ?? fallback;
  }

  getArguments(): RouteArguments {
    return this.#context.args;
  }

  setArgument(name: string, value: string): this {
    this.#context.args = mergeArguments(this.#context.args, { [name]: value });
    return this;
  }

  setArguments(args: RouteArguments): this {
    this.#context.args = mergeArguments(args);
    return this;
  }
}
