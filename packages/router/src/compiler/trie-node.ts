import type { Matcher } from './matcher.js';

/** Where a pattern ends: what a path that ends there too has found. */
export interface Leaf {
  /** Rank by registration, from 0; the lowest that matches wins. */
  readonly order: number;
}

/** An end of a pattern that may be taken. */
export interface End<L extends Leaf> {
  leaf: L | null;
}

/**
 * A tree over the text of patterns. Each node stands behind a text that several patterns begin
 * with; literals branch by their first character, so that one comparison decides each branch.
 *
 * It has no methods, private ones least: those make an object several times dearer to create.
 */
export class TrieNode<L extends Leaf> implements End<L> {
  /** The literal text that leads from the parent to this node; empty for the root and behind placeholders. */
  text: string;
  /** The code of the first character of `text`; -1 for empty text. */
  code: number;
  /** A lower bound of the order of all leaves from here on. */
  order: number;
  leaf: L | null = null;
  /** The first of the nodes behind literals, no two of which begin with the same character. */
  literal: TrieNode<L> | null = null;
  /** The next one of the nodes behind the parent's literals. */
  sibling: TrieNode<L> | null = null;
  /** The nodes behind literals by their `code`, once there are many: a list of them is slow to follow. */
  table: (TrieNode<L> | null)[] | null = null;
  /** The node behind a segment of any text. */
  any: TrieNode<L> | null = null;
  segments: readonly SegmentBranch<L>[] = NONE;
  rests: readonly RestBranch<L>[] = NONE;
  /** Whether there are any `segments` or `rests`. */
  hasExpressions = false;

  constructor(text: string, order: number) {
    this.text = text;
    this.code = text === '' ? -1 : text.charCodeAt(0);
    this.order = order;
  }
}

/** What a segment that an expression matches leads to. */
export interface SegmentBranch<L extends Leaf> {
  readonly matcher: Matcher;
  readonly arguments: number;
  readonly node: TrieNode<L>;
}

/** What the rest of a path that an expression matches leads to. */
export interface RestBranch<L extends Leaf> extends End<L> {
  readonly matcher: Matcher;
  readonly arguments: number;
  readonly order: number;
}

const NONE: readonly never[] = [];
