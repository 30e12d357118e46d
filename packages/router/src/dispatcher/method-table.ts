import { endOfSteps } from '../compiler/end-of-steps.js';
import type { Step } from '../compiler/step.js';
import { NODE, Trie } from '../compiler/trie.js';
import type { Found } from '../contract.js';
import type { RegisteredRoute } from '../registered-route.js';
import { NullObject } from './null-object.js';
import { found, search } from './search.js';
import { StaticPaths } from './static-paths.js';

const { LEAF, NO_LEAF } = NODE;

/** A variant of a route in the table of one method. */
export interface Entry<Handler> {
  readonly route: RegisteredRoute<Handler>;
  /** That of the route, which need not be fetched for it: in a large table it is in no cache. */
  readonly handler: Handler;
  /** The names of its arguments, in order. */
  readonly names: readonly string[];
}

/** The arguments of a route without placeholders. */
const NO_ARGS = Object.freeze(new NullObject());

/** The routes of one method. */
export class MethodTable<Handler> {
  readonly method: string;
  readonly #statics = new StaticPaths<Found<Handler>>();
  readonly #trie = new Trie();
  /** The leaves of the tree, in order of registration. */
  readonly #entries: Entry<Handler>[] = [];

  constructor(method: string) {
    this.method = method;
  }

  /** What matches a path: a route without placeholders, or the first registered with some. */
  find(path: string): Found<Handler> | null {
    const exact = this.#statics.get(path);
    if (exact !== undefined) return exact;
    const leaf = search(this.#trie, path);
    if (leaf === NO_LEAF) return null;
    const { route, handler, names } = this.#entries[leaf] as Entry<Handler>;
    return { kind: 'found', route, handler, args: found.args(names, path) };
  }

  /** The placeholder route that matches a path; null when none does. */
  findVariable(path: string): RegisteredRoute<Handler> | null {
    return this.#entries[search(this.#trie, path)]?.route ?? null;
  }

  /** The route that has exactly this path and no placeholder; null when there is none. */
  findStatic(path: string): RegisteredRoute<Handler> | null {
    return (this.#statics.get(path)?.route ?? null) as RegisteredRoute<Handler> | null;
  }

  addStatic(path: string, route: RegisteredRoute<Handler>): void {
    const { handler } = route;
    this.#statics.set(path, Object.freeze({ kind: 'found', route, handler, args: NO_ARGS }));
  }

  /** The node of the tree where these steps end. It stays the same, whatever is added. */
  endOf(steps: readonly Step[]): number {
    return endOfSteps(this.#trie, steps, this.#entries.length);
  }

  /** The placeholder route that ends at a node; null when there is none. */
  variableAt(end: number): RegisteredRoute<Handler> | null {
    return this.#entries[this.#trie.cells[end + LEAF] as number]?.route ?? null;
  }

  /** Adds a placeholder route that ends at a node. */
  addVariable(end: number, names: readonly string[], route: RegisteredRoute<Handler>): void {
    const order = this.#entries.push({ route, handler: route.handler, names }) - 1;
    this.#trie.cells[end + LEAF] = order;
  }
}
