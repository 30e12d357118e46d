import { headerId } from './header-id.js';
import { isHeaderName } from './header-name.js';

/** Finds names in a growing list of alternating names and values. */
export class NameIndex {
  readonly #parts: readonly string[];
  /** The first index of each name, by its `headerId`. */
  readonly #firsts: (number | undefined)[] = [];
  /** The first index of each name without an id, keyed by its lower case. */
  readonly #others = new Map<string, number>();
  /** Number of elements indexed so far. */
  #known = 0;
  /** The last name searched for, which is often added next, and its `headerId`. */
  #searched = '';
  #searchedId = -1;

  constructor(parts: readonly string[]) {
    this.#parts = parts;
  }

  /** Returns the index of the first entry of a name within the first `length` elements, or -1. */
  first(name: string, length: number): number {
    for (; this.#known < length; this.#known += 2) this.#learn(this.#known);
    const id = headerId(name);
    this.#searched = name;
    this.#searchedId = id;
    const first = id === -1 ? this.#otherFirst(name) : this.#firsts[id];
    return first !== undefined && first < length ? first : -1;
  }

  #otherFirst(name: string): number | undefined {
    const first = this.#others.get(name.toLowerCase());
    // Some non-ASCII characters have an ASCII letter as their lower case, such as U+212A.
    return first !== undefined && isHeaderName(this.#parts[first] as string, name)
      ? first
      : undefined;
  }

  /** Adds the name at `at`, unless an earlier entry has it. */
  #learn(at: number): void {
    const name = this.#parts[at] as string;
    const id = name === this.#searched ? this.#searchedId : headerId(name);
    if (id !== -1) this.#firsts[id] ??= at;
    else if (this.#otherFirst(name) === undefined) this.#others.set(name.toLowerCase(), at);
  }
}
