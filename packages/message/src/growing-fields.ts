import { headerIndex } from './header-name.js';
import { NameIndex } from './name-index.js';

/** Elements that are scanned: up to a dozen headers that is faster than an index, which has to be built. */
const FEW = 24;
/** Scans of more elements after which an index is built: a list that is changed once and sent needs none. */
const SCANS = 8;

/** Alternating names and values, to which only more are added: header lists of different lengths share them. */
export class GrowingFields {
  readonly #parts: string[];
  #scans = 0;
  #index: NameIndex | null = null;

  /** @param parts a new array */
  constructor(parts: string[]) {
    this.#parts = parts;
  }

  /** Adds `fields` at the end. @returns `false`, with nothing added, if there are more than `length` elements already */
  extend(length: number, fields: readonly string[]): boolean {
    const parts = this.#parts;
    if (parts.length !== length) return false;
    for (const part of fields) parts.push(part);
    return true;
  }

  /** Returns the index of the first entry of a name within the first `length` elements, or -1. */
  first(name: string, length: number): number {
    if (this.#index === null) {
      if (length <= FEW || ++this.#scans < SCANS) return headerIndex(this.#parts, name, 0, length);
      this.#index = new NameIndex(this.#parts);
    }
    return this.#index.first(name, length);
  }
}
