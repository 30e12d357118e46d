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
  /** The nodes behind literals, no two of which begin with the same character, and these characters' codes. */
  codes: number[] = [];
  literals: TrieNode<L>[] = [];
  /** The node behind a segment of any text. */
  any: TrieNode<L> | null = null;
  segments: SegmentBranch<L>[] = [];
  rests: RestBranch<L>[] = [];
  /** Whether there are any `segments` or `rests`. */
  hasExpressions = false;

  constructor(text: string, order: number) {
    this.text = text;
    this.order = order;
  }

  /** The end of these steps, made if it is new. */
  end(steps: readonly Step[], order: number): End<L> {
    const last = steps.at(-1);
    if (last?.kind !== 'rest') return this.#follow(steps, order);
    return this.#follow(steps.slice(0, -1), order).#rest(last.matcher, last.arguments, order);
  }

  #follow(steps: readonly Step[], order: number): TrieNode<L> {
    return steps.reduce<TrieNode<L>>((node, step) => node.#next(step, order), this);
  }

  #next(step: Step, order: number): TrieNode<L> {
    if (step.kind === 'literal') return this.#literal(step.text, order);
    if (step.kind === 'any') return (this.any ??= new TrieNode('', order));
    return this.#segment(step.matcher, step.arguments, order);
  }

  #literal(text: string, order: number): TrieNode<L> {
    const index = this.codes.indexOf(text.charCodeAt(0));
    const next = this.literals[index];
    if (next === undefined) {
      const node = new TrieNode<L>(text, order);
      this.codes.push(text.charCodeAt(0));
      this.literals.push(node);
      return node;
    }
    const shared = sharedLength(next.text, text);
    const node = shared === next.text.length ? next : next.#split(shared);
    this.literals[index] = node;
    return shared === text.length ? node : node.#literal(text.slice(shared), order);
  }

  /** A new parent of this node, which keeps the first characters of its text. */
  #split(length: number): TrieNode<L> {
    const parent = new TrieNode<L>(this.text.slice(0, length), this.order);
    this.text = this.text.slice(length);
    parent.codes.push(this.text.charCodeAt(0));
    parent.literals.push(this);
    return parent;
  }

  #segment(matcher: Matcher, count: number, order: number): TrieNode<L> {
    let branch = this.segments.find(({ matcher: { key } }) => key === matcher.key);
    if (branch === undefined) {
      branch = { matcher, arguments: count, node: new TrieNode('', order) };
      this.segments.push(branch);
      this.hasExpressions = true;
    }
    return branch.node;
  }

  #rest(matcher: Matcher, count: number, order: number): RestBranch<L> {
    let branch = this.rests.find(({ matcher: { key } }) => key === matcher.key);
    if (branch === undefined) {
      branch = { matcher, arguments: count, order, leaf: null };
      this.rests.push(branch);
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
