import { endOfSteps } from '../compiler/end-of-steps.js';
import { MAX_SEGMENTS } from '../compiler/matching-limits.js';
import type { Step } from '../compiler/step.js';
import { LEAF, NO_LEAF, Trie } from '../compiler/trie.js';
import type { Found } from '../contract.js';
import type { RegisteredRoute } from '../registered-route.js';
import { NullObject } from './null-object.js';
import { found, search, searchUnlimited } from './search.js';
import { StaticPaths } from './static-paths.js';

/** A variant of a route in a method's table. */
export interface Entry<Handler> {
  readonly route: RegisteredRoute<Handler>;
  /** The route's handler; stored here because, in a large table, the route is rarely in the CPU cache. */
  readonly handler: Handler;
  /** The names of its arguments, in order. */
  readonly names: readonly string[];
}

/** The result of a table. */
export interface Match<Handler> extends Found<Handler> {
  readonly route: RegisteredRoute<Handler>;
}

/** The arguments of a route without placeholders. */
const NO_ARGS = Object.freeze(new NullObject());

/** The routes of one method. */
export class MethodTable<Handler> {
  readonly method: string;
  readonly #statics = new StaticPaths<Match<Handler>>();
  readonly #trie = new Trie();
  /** The leaves of the tree in registration order. */
  readonly #entries: Entry<Handler>[] = [];
  readonly #mostSegments: number;

  /** @param mostSegments the maximum number of segments in a path that placeholders match */
  constructor(method: string, mostSegments = MAX_SEGMENTS) {
    this.method = method;
    this.#mostSegments = mostSegments;
  }

  /** Finds the route for a path: one without placeholders, otherwise the first registered one with placeholders. */
  find(path: string): Match<Handler> | null {
    const exact = this.#statics.get(path);
    if (exact !== undefined) return exact;
    const leaf = search(this.#trie, path, this.#mostSegments);
    if (leaf === NO_LEAF) return null;
    const { route, handler, names } = this.#entries[leaf] as Entry<Handler>;
    return { kind: 'found', route, handler, args: found.args(names, path) };
  }

  /** Returns the route with placeholders that matches a path; null if there is none. */
  findVariable(path: string): RegisteredRoute<Handler> | null {
    return this.#entries[search(this.#trie, path, this.#mostSegments)]?.route ?? null;
  }

  /** Returns the route with placeholders that would match a path if there were no limits; null if there is none. */
  findUnlimited(path: string): RegisteredRoute<Handler> | null {
    return this.#entries[searchUnlimited(this.#trie, path)]?.route ?? null;
  }

  /** Returns the route without placeholders for exactly this path; null if there is none. */
  findStatic(path: string): RegisteredRoute<Handler> | null {
    return this.#statics.get(path)?.route ?? null;
  }

  addStatic(path: string, route: RegisteredRoute<Handler>): void {
    const { handler } = route;
    this.#statics.set(path, Object.freeze({ kind: 'found', route, handler, args: NO_ARGS }));
  }

  /** Returns the tree node at the end of these steps, creating missing nodes. It stays valid when routes are added. */
  endOf(steps: readonly Step[]): number {
    return endOfSteps(this.#trie, steps, this.#entries.length);
  }

  /** Returns the route with placeholders that ends at a node; null if there is none. */
  variableAt(end: number): RegisteredRoute<Handler> | null {
    return this.#entries[this.#trie.cells[end + LEAF] as number]?.route ?? null;
  }

  /** Adds a route with placeholders that ends at a node. */
  addVariable(end: number, names: readonly string[], route: RegisteredRoute<Handler>): void {
    const order = this.#entries.push({ route, handler: route.handler, names }) - 1;
    this.#trie.cells[end + LEAF] = order;
  }
}
