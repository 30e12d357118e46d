import { TrieNode, type End } from '../compiler/trie-node.js';
import type { Step } from '../compiler/step.js';
import type { RegisteredRoute } from '../registered-route.js';
import { createArgs, NO_ARGS } from './create-args.js';
import type { Found } from './dispatch-result.js';
import { foundValues, search } from './search.js';

/** A variant of a route in the table of one method. */
export interface Entry<Handler> {
  readonly order: number;
  readonly route: RegisteredRoute<Handler>;
  /** The names of its arguments, in order. */
  readonly names: readonly string[];
}

/** The routes of one method. */
export class MethodTable<Handler> {
  readonly #statics = new Map<string, Found<Handler>>();
  readonly #root = new TrieNode<Entry<Handler>>('', 0);

  /** What matches a path: a route without placeholders, or the first registered with some. */
  find(path: string): Found<Handler> | null {
    const found = this.#statics.get(path);
    if (found !== undefined) return found;
    const entry = search(this.#root, path);
    if (entry === null) return null;
    const { route, names } = entry;
    const args = createArgs(names, foundValues, path.includes('%'));
    return { kind: 'found', route, handler: route.handler, args };
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
    this.#statics.set(path, { kind: 'found', route, handler: route.handler, args: NO_ARGS });
  }

  /** Where a variant with placeholders ends; its leaf is null while no route ends there. */
  end(steps: readonly Step[], order: number): End<Entry<Handler>> {
    return this.#root.end(steps, order);
  }
}
