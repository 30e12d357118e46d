import type { Matcher } from './matcher.js';
import type { Step } from './step.js';
import { type End, type Leaf, type RestBranch, TrieNode } from './trie-node.js';

/** The most nodes behind literals that are looked through one by one. */
const MOST_LISTED = 3;

/** Characters that a canonical path is made of: those of ASCII. */
const CODES = 128;

/** The end of these steps in a tree, with the nodes that lead there, which are made if they are new. */
export function endOfSteps<L extends Leaf>(
  root: TrieNode<L>,
  steps: readonly Step[],
  order: number,
): End<L> {
  let node = root;
  for (const step of steps) {
    switch (step.kind) {
      case 'literal':
        node = behindLiteral(node, step.text, order);
        break;
      case 'any':
        node = node.any ??= new TrieNode('', order);
        break;
      case 'segment':
        node = behindSegment(node, step.matcher, step.arguments, order);
        break;
      case 'rest':
        return behindRest(node, step.matcher, step.arguments, order);
    }
  }
  return node;
}

function behindLiteral<L extends Leaf>(
  node: TrieNode<L>,
  text: string,
  order: number,
): TrieNode<L> {
  const code = text.charCodeAt(0);
  let before: TrieNode<L> | null = null;
  let next = node.literal;
  for (; next !== null && next.code !== code; next = next.sibling) before = next;
  const shared = next === null ? text.length : sharedLength(next.text, text);
  if (next === null || shared < next.text.length) {
    next = next === null ? new TrieNode<L>(text, order) : underPrefix(next, shared);
    if (before === null) node.literal = next;
    else before.sibling = next;
    tabulate(node, next);
  }
  return shared === text.length ? next : behindLiteral(next, text.slice(shared), order);
}

/** A new node in the place of one, which takes over the first characters of its text and has it behind. */
function underPrefix<L extends Leaf>(node: TrieNode<L>, length: number): TrieNode<L> {
  const parent = new TrieNode<L>(node.text.slice(0, length), node.order);
  parent.sibling = node.sibling;
  parent.literal = node;
  node.sibling = null;
  node.text = node.text.slice(length);
  node.code = node.text.charCodeAt(0);
  return parent;
}

/** Enters a node behind a literal into the table, which is made when it is worth it. */
function tabulate<L extends Leaf>(parent: TrieNode<L>, node: TrieNode<L>): void {
  if (parent.table !== null) {
    parent.table[node.code] = node;
    return;
  }
  let count = 0;
  for (let each = parent.literal; each !== null; each = each.sibling) count++;
  if (count <= MOST_LISTED) return;
  parent.table = new Array<TrieNode<L> | null>(CODES).fill(null);
  for (let each = parent.literal; each !== null; each = each.sibling)
    parent.table[each.code] = each;
}

function behindSegment<L extends Leaf>(
  node: TrieNode<L>,
  matcher: Matcher,
  count: number,
  order: number,
): TrieNode<L> {
  let branch = node.segments.find((each) => each.matcher.key === matcher.key);
  if (branch === undefined) {
    branch = { matcher, arguments: count, node: new TrieNode('', order) };
    node.segments = [...node.segments, branch];
    node.hasExpressions = true;
  }
  return branch.node;
}

function behindRest<L extends Leaf>(
  node: TrieNode<L>,
  matcher: Matcher,
  count: number,
  order: number,
): RestBranch<L> {
  let branch = node.rests.find((each) => each.matcher.key === matcher.key);
  if (branch === undefined) {
    branch = { matcher, arguments: count, order, leaf: null };
    node.rests = [...node.rests, branch];
    node.hasExpressions = true;
  }
  return branch;
}

function sharedLength(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length;
}
