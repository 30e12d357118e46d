import type { CompiledVariant } from '../compiler/pattern-compiler.js';
import { endOfSteps } from '../compiler/end-of-steps.js';
import { TrieNode } from '../compiler/trie-node.js';
import type { Step } from '../compiler/step.js';
import type { RegisteredRoute } from '../registered-route.js';
import type { Found } from './dispatch-result.js';
import { NullObject } from './null-object.js';
import { found, search } from './search.js';
import { StaticPaths } from './static-paths.js';

/** A variant of a route in the table of one method. */
export interface Entry<Handler> {
  readonly order: number;
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
  #count = 0;
  readonly #root = new TrieNode<Entry<Handler>>('', 0);

  constructor(method: string) {
    this.method = method;
  }

  /** What matches a path: a route without placeholders, or the first registered with some. */
  find(path: string): Found<Handler> | null {
    const exact = this.#statics.get(path);
    if (exact !== undefined) return exact;
    const entry = search(this.#root, path);
    if (entry === null) return null;
    const { route, handler, names } = entry;
    return { kind: 'found', route, handler, args: found.args(names, path) };
  }

  /** The placeholder route that matches a path; null when none does. */
  findVariable(path: string): RegisteredRoute<Handler> | null {
    return search(this.#root, path)?.route ?? null;
  }

  /** The route that has exactly this path and no placeholder; null when there is none. */
  findStatic(path: string): RegisteredRoute<Handler> | null {
    return (this.#statics.get(path)?.route ?? null) as RegisteredRoute<Handler> | null;
  }

  addStatic(path: string, route: RegisteredRoute<Handler>): void {
    const { handler } = route;
    this.#statics.set(path, Object.freeze({ kind: 'found', route, handler, args: NO_ARGS }));
  }

  /** The route of exactly these steps; null when there is none. */
  variableAt(steps: readonly Step[]): RegisteredRoute<Handler> | null {
    return endOfSteps(this.#root, steps, this.#count).leaf?.route ?? null;
  }

  addVariable({ steps, names }: CompiledVariant, route: RegisteredRoute<Handler>): void {
    const order = this.#count++;
    endOfSteps(this.#root, steps, order).leaf = { order, route, handler: route.handler, names };
  }
}
