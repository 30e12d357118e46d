import { isHeaderName } from './header-name.js';

/** Finds names in alternating names and values, to which more can be added meanwhile. */
export class NameIndex {
  readonly #parts: readonly string[];
  /** The first index of each name, by its hash, or by the next free number if another name has that. */
  readonly #firsts = new Map<number, number>();
  /** Elements that the map knows. */
  #known = 0;
  /** The name that was hashed last: a name that was not found is often added next. */
  #hashed = '';
  #hash = 0;

  constructor(parts: readonly string[]) {
    this.#parts = parts;
  }

  /** Returns the index of the first entry of a name within the first `length` elements, or -1. */
  first(name: string, length: number): number {
    for (; this.#known < length; this.#known += 2) {
      const place = this.#placeOf(this.#parts[this.#known] as string);
      if (!this.#firsts.has(place)) this.#firsts.set(place, this.#known);
    }
    const first = this.#firsts.get(this.#placeOf(name)) ?? length;
    return first < length ? first : -1;
  }

  /** Returns the key of a name, or the free one that it would get. */
  #placeOf(name: string): number {
    for (let place = this.#hashOf(name); ; place++) {
      const first = this.#firsts.get(place);
      if (first === undefined || isHeaderName(this.#parts[first] as string, name)) return place;
    }
  }

  #hashOf(name: string): number {
    if (name !== this.#hashed) {
      this.#hashed = name;
      this.#hash = hashOf(name);
    }
    return this.#hash;
  }
}

/** Returns a number of 30 bits, the same for all cases of a name; several names can have the same. */
function hashOf(name: string): number {
  let hash = 0;
  for (let at = 0; at < name.length; at++) hash = (hash * 31 + (name.charCodeAt(at) | 0x20)) | 0;
  return hash & 0x3fff_ffff;
}
