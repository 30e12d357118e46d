import { MAX_ARGUMENT, MAX_SEGMENTS } from '../compiler/limits.js';
import type { Leaf, TrieNode } from '../compiler/trie-node.js';
import { decode } from '../path/escaped-reserved.js';

const SLASH = 0x2f;

/**
 * The arguments on the way to the current node, still encoded. One array for all searches: nothing
 * is allocated, and no code of others runs during a search.
 */
const values: string[] = [];

/** The arguments of the last leaf that a search found, in the order of the pattern, still encoded. */
export const foundValues: string[] = [];

/** The leaf of lowest order that matches a path; null when none does. Its arguments are then in {@link foundValues}. */
export function search<L extends Leaf>(root: TrieNode<L>, path: string): L | null {
  if (path.length > MAX_SEGMENTS && hasTooManySegments(path)) return null;
  return descend(root, path, 0, 0, null);
}

/**
 * The best of what was found so far and what is behind a node whose text is matched up to `at`.
 *
 * A node stands for one place of the path at most, so each is visited once at most: no table and
 * no path makes this exponential.
 */
function descend<L extends Leaf>(
  node: TrieNode<L>,
  path: string,
  at: number,
  depth: number,
  bestSoFar: L | null,
): L | null {
  let best = bestSoFar;
  if (at === path.length) {
    const { leaf } = node;
    if (leaf !== null && isBefore(leaf, best)) best = keep(leaf, depth);
  } else {
    const next = node.literals[node.codes.indexOf(path.charCodeAt(at))];
    if (next !== undefined && isBefore(next, best) && path.startsWith(next.text, at)) {
      best = descend(next, path, at + next.text.length, depth, best);
    }
    if (node.any !== null) best = descendAny(node.any, path, at, depth, best);
  }
  return node.hasExpressions ? tryExpressions(node, path, at, depth, best) : best;
}

function descendAny<L extends Leaf>(
  node: TrieNode<L>,
  path: string,
  at: number,
  depth: number,
  best: L | null,
): L | null {
  if (!isBefore(node, best)) return best;
  const end = endOfSegment(path, at);
  if (end === at || isTooLong(path, at, end)) return best;
  values[depth] = path.slice(at, end);
  return descend(node, path, end, depth + 1, best);
}

/** Whether something may still be better than the best found so far. */
function isBefore(candidate: { readonly order: number }, best: Leaf | null): boolean {
  return best === null || candidate.order < best.order;
}

function tryExpressions<L extends Leaf>(
  { segments, rests }: TrieNode<L>,
  path: string,
  at: number,
  depth: number,
  bestSoFar: L | null,
): L | null {
  let best = bestSoFar;
  const end = endOfSegment(path, at);
  for (const branch of segments) {
    if (isBefore(branch.node, best) && branch.matcher.match(path.slice(at, end), values, depth)) {
      best = descend(branch.node, path, end, depth + branch.arguments, best);
    }
  }
  for (const branch of rests) {
    const { leaf } = branch;
    if (
      leaf !== null &&
      isBefore(leaf, best) &&
      branch.matcher.match(path.slice(at), values, depth)
    )
      best = keep(leaf, depth + branch.arguments);
  }
  return best;
}

function keep<L extends Leaf>(leaf: L, count: number): L {
  for (let i = 0; i < count; i++) foundValues[i] = values[i] as string;
  return leaf;
}

function endOfSegment(path: string, at: number): number {
  const end = path.indexOf('/', at);
  return end === -1 ? path.length : end;
}

function isTooLong(path: string, at: number, end: number): boolean {
  return end - at > MAX_ARGUMENT && decode(path.slice(at, end)).length > MAX_ARGUMENT;
}

function hasTooManySegments(path: string): boolean {
  let count = 0;
  for (let at = 0; at < path.length; at++) if (path.charCodeAt(at) === SLASH) count++;
  return count > MAX_SEGMENTS;
}
