import type { Matcher } from './matcher.js';

// The fields of a node, as offsets in `cells` from the number of the node. They are constants, not members of an
// object, because V8 compiles constants into the code of a search.
/** The first character of the literal text that leads to the node; its index in `text`; its length. */
export const CODE = 0;
/** @see CODE */
export const START = 1;
/** @see CODE */
export const LENGTH = 2;
/** A lower bound of all leaves from here on. */
export const ORDER = 3;
/** The rank by registration of the pattern that ends here; the lowest matching leaf wins. */
export const LEAF = 4;
/**
 * The first of the nodes after literals; or, once there are many, the negated offset of a table of them by their
 * code.
 */
export const LITERAL = 5;
/** The next of the nodes after literals beside this one. */
export const SIBLING = 6;
/** The node after a segment of any text; or the negated index in `expressions`, from 1 on. */
export const OTHER = 7;
/** The number of fields. */
const FIELDS = 8;

/** The leaf of a node at which no pattern ends: greater than all others. */
export const NO_LEAF = 0x3fff_ffff;
/** The number of characters in canonical paths: those of ASCII. */
export const CODES = 128;

/** The node after a segment, or the rest of the path, that an expression matches. */
export interface Branch {
  readonly matcher: Matcher;
  readonly arguments: number;
  readonly node: number;
}

/** The children of a node with expressions, besides literals. */
export interface Expressions {
  /** The node after a segment of any text; 0 if there is none. */
  readonly any: number;
  readonly segments: readonly Branch[];
  readonly rests: readonly Branch[];
}

/**
 * A tree over the text of patterns. Each node follows a string with which several patterns
 * begin; literals branch by their first character, so that one comparison decides each branch.
 *
 * Each node is eight numbers, side by side in one array, in which 0 means no node, except for the root. With
 * 10,000 routes a search mostly waits for memory, and a tree of objects is scattered in it: a
 * look-up with arguments took 330 ns with objects and takes 260 ns here (benchmarks/router).
 */
export class Trie {
  cells = new Int32Array(32 * FIELDS);
  text = new Uint8Array(128);
  readonly expressions: Expressions[] = [];
  /** The last text, and the node after it and the root. */
  last = { text: '', node: 0 };
  #cells = 0;
  #text = 0;

  constructor() {
    this.addNode(0, 0, 0);
  }

  /** Adds a node after a piece of `text`. */
  addNode(start: number, length: number, order: number): number {
    const node = this.reserve(FIELDS);
    const { cells } = this;
    cells[node + CODE] = length === 0 ? -1 : (this.text[start] as number);
    cells[node + START] = start;
    cells[node + LENGTH] = length;
    cells[node + ORDER] = order;
    cells[node + LEAF] = NO_LEAF;
    return node;
  }

  /** Reserves cells, all 0, and returns their offset. */
  reserve(count: number): number {
    const at = this.#cells;
    this.#cells += count;
    if (this.#cells > this.cells.length) {
      const old = this.cells;
      this.cells = new Int32Array(2 * Math.max(old.length, this.#cells));
      this.cells.set(old);
    }
    return at;
  }

  /** Appends to `text`, and returns the offset. */
  addText(text: string): number {
    const at = this.#text;
    this.#text += text.length;
    if (this.#text > this.text.length) {
      const old = this.text;
      this.text = new Uint8Array(2 * Math.max(old.length, this.#text));
      this.text.set(old);
    }
    for (let i = 0; i < text.length; i++) this.text[at + i] = text.charCodeAt(i);
    return at;
  }
}
