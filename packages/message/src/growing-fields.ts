import { headerIndex } from './header-name.js';
import { NameIndex } from './name-index.js';

/** Maximum number of elements to scan: for up to a dozen headers, that is faster than building an index. */
const FEW = 24;
/** Number of scans of a longer list before an index is built: a list that is changed once and sent needs none. */
const SCANS = 8;

/** An append-only list of alternating names and values, shared by header lists of different lengths. */
export class GrowingFields {
  readonly #parts: string[];
  #scans = 0;
  #index: NameIndex | null = null;

  /** @param parts a new array */
  constructor(parts: string[]) {
    this.#parts = parts;
  }

  /** Appends `fields`. Returns `false`, and appends nothing, if there are already more than `length` elements. */
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
