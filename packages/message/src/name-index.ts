import { isHeaderName } from './header-name.js';

/** Finds names in alternating names and values, to which more can be added meanwhile. */
export class NameIndex {
  readonly #parts: readonly string[];
  /** The first index of each name, by its hash, or by the next free number if another name has that. */
  readonly #firsts = new Map<number, number>();
  /** Elements that the map knows. */
  #known = 0;
  /** The key at which the last search ended. */
  #place = 0;
  /** The name that was not found last, while its place is free: it is often added next. */
  #missing = '';

  constructor(parts: readonly string[]) {
    this.#parts = parts;
  }

  /** Returns the index of the first entry of a name within the first `length` elements, or -1. */
  first(name: string, length: number): number {
    for (; this.#known < length; this.#known += 2) this.#learn(this.#known);
    const first = this.#search(name);
    return first < length ? first : -1;
  }

  /** Adds the name at `at`, unless an earlier entry has it. */
  #learn(at: number): void {
    const name = this.#parts[at] as string;
    if (name !== this.#missing && this.#search(name) !== -1) return;
    this.#firsts.set(this.#place, at);
    this.#missing = '';
  }

  /** Returns the index of the first entry of a name, or -1. */
  #search(name: string): number {
    for (let place = hashOf(name); ; place++) {
      const first = this.#firsts.get(place);
      if (first !== undefined && !isHeaderName(this.#parts[first] as string, name)) continue;
      this.#place = place;
      if (first !== undefined) {
        this.#missing = '';
        return first;
      }
      this.#missing = name;
      return -1;
    }
  }
}

/** Returns a number of 30 bits, the same for all cases of a name; several names can have the same. */
function hashOf(name: string): number {
  let hash = 0;
  for (let at = 0; at < name.length; at++) hash = (hash * 31 + (name.charCodeAt(at) | 0x20)) | 0;
  return hash & 0x3fff_ffff;
}
