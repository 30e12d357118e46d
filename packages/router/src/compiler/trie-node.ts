import type { Matcher } from './matcher.js';
import type { Step } from './step.js';

/** Where a pattern ends: what a path that ends there too has found. */
export interface Leaf {
  /** Rank by registration, from 0; the lowest that matches wins. */
  readonly order: number;
}

/** An end of a pattern that may be taken. */
export interface End<L extends Leaf> {
  leaf: L | null;
}

const NONE: readonly never[] = [];

/** The most nodes behind literals that are looked through one by one. */
const MOST_LISTED = 3;

/** Characters that a canonical path is made of: those of ASCII. */
const CODES = 128;

/**
 * A tree over the text of patterns. Each node stands behind a text that several patterns begin
 * with; literals branch by their first character, so that one comparison decides each branch.
 */
export class TrieNode<L extends Leaf> implements End<L> {
  /** The literal text that leads from the parent to this node; empty for the root and behind placeholders. */
  text: string;
  /** A lower bound of the order of all leaves from here on. */
  order: number;
  leaf: L | null = null;
  /** The code of the first character of `text`; -1 for empty text. */
  code: number;
  /** The first of the nodes behind literals, no two of which begin with the same character. */
  literal: TrieNode<L> | null = null;
  /** The next one of the nodes behind the parent's literals. */
  sibling: TrieNode<L> | null = null;
  /** The same nodes by their `code`, once there are many: a list of them is slow to follow. */
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

  /** The end of these steps, from one of them on; made if it is new. */
  end(steps: readonly Step[], order: number, from = 0): End<L> {
    const step = steps[from];
    if (step === undefined) return this;
    if (step.kind === 'rest') return this.#rest(step.matcher, step.arguments, order);
    return this.#next(step, order).end(steps, order, from + 1);
  }

  #next(step: Exclude<Step, { kind: 'rest' }>, order: number): TrieNode<L> {
    if (step.kind === 'literal') return this.#literal(step.text, order);
    if (step.kind === 'any') return (this.any ??= new TrieNode('', order));
    return this.#segment(step.matcher, step.arguments, order);
  }

  #literal(text: string, order: number): TrieNode<L> {
    let before: TrieNode<L> | null = null;
    let next = this.literal;
    for (; next !== null && next.code !== text.charCodeAt(0); next = next.sibling) before = next;
    const shared = next === null ? text.length : sharedLength(next.text, text);
    if (next === null || shared < next.text.length) {
      const node = next === null ? new TrieNode<L>(text, order) : next.#underPrefix(shared);
      if (before === null) this.literal = node;
      else before.sibling = node;
      this.#tabulate(node);
      next = node;
    }
    return shared === text.length ? next : next.#literal(text.slice(shared), order);
  }

  /** Enters a node behind a literal into the table, which is made when it is worth it. */
  #tabulate(node: TrieNode<L>): void {
    if (this.table !== null) this.table[node.code] = node;
    const all: TrieNode<L>[] = [];
    for (let each = this.literal; each !== null; each = each.sibling) all.push(each);
    if (this.table !== null || all.length <= MOST_LISTED) return;
    this.table = new Array<TrieNode<L> | null>(CODES).fill(null);
    for (const each of all) this.table[each.code] = each;
  }

  /** A new node in the place of this one that takes over the first characters of its text, with this one behind it. */
  #underPrefix(length: number): TrieNode<L> {
    const parent = new TrieNode<L>(this.text.slice(0, length), this.order);
    parent.sibling = this.sibling;
    parent.literal = this;
    this.sibling = null;
    this.text = this.text.slice(length);
    this.code = this.text.charCodeAt(0);
    return parent;
  }

  #segment(matcher: Matcher, count: number, order: number): TrieNode<L> {
    let branch = this.segments.find(({ matcher: { key } }) => key === matcher.key);
    if (branch === undefined) {
      branch = { matcher, arguments: count, node: new TrieNode('', order) };
      this.segments = [...this.segments, branch];
      this.hasExpressions = true;
    }
    return branch.node;
  }

  #rest(matcher: Matcher, count: number, order: number): RestBranch<L> {
    let branch = this.rests.find(({ matcher: { key } }) => key === matcher.key);
    if (branch === undefined) {
      branch = { matcher, arguments: count, order, leaf: null };
      this.rests = [...this.rests, branch];
      this.hasExpressions = true;
    }
    return branch;
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

function sharedLength(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length;
}
