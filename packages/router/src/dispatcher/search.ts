import { MAX_ARGUMENT, MAX_SEGMENTS } from '../compiler/limits.js';
import type { Leaf, TrieNode } from '../compiler/trie-node.js';
import { decode } from '../path/escaped-reserved.js';
import { Trail } from './trail.js';

const SLASH = 0x2f;

/** The way to the current node. One for all searches: nothing is allocated, and no code of others runs meanwhile. */
const trail = new Trail();

/** The arguments of the leaf that the last search found. */
export const found = new Trail();

/** The leaf of lowest order that matches a path; null when none does. Its arguments are then in {@link found}. */
export function search<L extends Leaf>(root: TrieNode<L>, path: string): L | null {
  if (path.length > MAX_SEGMENTS && hasTooManySegments(path)) return null;
  return descend(root, path, 0, 0, null);
}

/**
 * The best of what was found so far and what is behind a node whose text is matched up to `at`.
 *
 * A node stands for one place of the path at most, so each is visited once at most: no table and
 * no path makes this exponential. It goes on in a loop where there is one way, as mostly there is,
 * and calls itself where there are more.
 */
function descend<L extends Leaf>(
  from: TrieNode<L>,
  path: string,
  start: number,
  count: number,
  bestSoFar: L | null,
): L | null {
  let node = from;
  let at = start;
  let depth = count;
  let best = bestSoFar;
  while (at < path.length) {
    const { any, hasExpressions } = node;
    const next = literalAt(node, path, at);
    if (next !== null && isBefore(next, best)) {
      if (any === null && !hasExpressions) {
        node = next;
        at += next.text.length;
        continue;
      }
      best = descend(next, path, at + next.text.length, depth, best);
    }
    if (hasExpressions) best = tryExpressions(node, path, at, depth, best);
    if (any === null || !isBefore(any, best)) return best;
    const end = endOfArgument(path, at);
    if (end === -1) return best;
    trail.set(depth++, at, end);
    node = any;
    at = end;
  }
  return atEnd(node, path, depth, best);
}

/** As {@link descend} at the end of the path: only an expression may still match, the empty text. */
function atEnd<L extends Leaf>(
  node: TrieNode<L>,
  path: string,
  depth: number,
  bestSoFar: L | null,
): L | null {
  const { leaf } = node;
  const best = leaf !== null && isBefore(leaf, bestSoFar) ? keep(leaf, depth) : bestSoFar;
  return node.hasExpressions ? tryExpressions(node, path, path.length, depth, best) : best;
}

/** The node whose literal text comes next in the path; null when there is none. */
function literalAt<L extends Leaf>(
  node: TrieNode<L>,
  path: string,
  at: number,
): TrieNode<L> | null {
  const code = path.charCodeAt(at);
  const { table } = node;
  let next = table === null ? node.literal : (table[code] ?? null);
  while (next !== null && next.code !== code) next = next.sibling;
  if (next === null) return null;
  const { text } = next;
  if (at + text.length > path.length) return null;
  for (let i = 1; i < text.length; i++) {
    if (text.charCodeAt(i) !== path.charCodeAt(at + i)) return null;
  }
  return next;
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
  for (const { matcher, arguments: count, node } of segments) {
    if (!isBefore(node, best) || !matcher.match(path.slice(at, end), trail.texts, depth)) continue;
    trail.setTexts(depth, count);
    best = descend(node, path, end, depth + count, best);
  }
  for (const { matcher, arguments: count, leaf } of rests) {
    if (leaf === null || !isBefore(leaf, best)) continue;
    if (!matcher.match(path.slice(at), trail.texts, depth)) continue;
    trail.setTexts(depth, count);
    best = keep(leaf, depth + count);
  }
  return best;
}

function keep<L extends Leaf>(leaf: L, count: number): L {
  found.copy(trail, count);
  return leaf;
}

function endOfSegment(path: string, at: number): number {
  let end = at;
  while (end < path.length && path.charCodeAt(end) !== SLASH) end++;
  return end;
}

/** Where an argument that is a whole segment ends; -1 when it is empty or too long for one. */
function endOfArgument(path: string, at: number): number {
  const end = endOfSegment(path, at);
  const tooLong = end - at > MAX_ARGUMENT && decode(path.slice(at, end)).length > MAX_ARGUMENT;
  return end === at || tooLong ? -1 : end;
}

function hasTooManySegments(path: string): boolean {
  let count = 0;
  for (let at = 0; at < path.length; at++) if (path.charCodeAt(at) === SLASH) count++;
  return count > MAX_SEGMENTS;
}
