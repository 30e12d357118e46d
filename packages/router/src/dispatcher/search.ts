import { MAX_ARGUMENT } from '../compiler/matching-limits.js';
import {
  CODE,
  CODES,
  LEAF,
  LENGTH,
  LITERAL,
  NO_LEAF,
  ORDER,
  OTHER,
  SIBLING,
  START,
  type Expressions,
  type Trie,
} from '../compiler/trie.js';
import type { Matcher } from '../compiler/matcher.js';
import { decode } from '../path/escaped-slash.js';
import { Trail } from './trail.js';

const SLASH = 0x2f;
const PERCENT = 0x25;

/**
 * The arguments found on the way to the current node. All searches share one object to avoid allocations: a search is
 * synchronous and calls no other code.
 */
const trail = new Trail();

/** The arguments of the leaf that the last search found. */
export const found = new Trail();

/** Whether the search is that of {@link searchUnlimited}. */
let isUnlimited = false;

/**
 * Returns the lowest leaf that matches a path and stores its arguments in {@link found}; `NO_LEAF` if none matches.
 *
 * @param most the maximum number of segments
 */
export function search(trie: Trie, path: string, most: number): number {
  if (path.length > most && segmentsOf(path) > most) return NO_LEAF;
  return descend(trie, 0, path, 0, 0, NO_LEAF);
}

/** Returns the lowest leaf that would match a path if there were no limits, see `Matcher.couldMatch`. */
export function searchUnlimited(trie: Trie, path: string): number {
  isUnlimited = true;
  const leaf = descend(trie, 0, path, 0, 0, NO_LEAF);
  isUnlimited = false;
  return leaf;
}

/**
 * Returns the lowest leaf among `bestSoFar` and the matching leaves below a node; the path is matched up to `start`.
 *
 * Each node can be reached at only one position of the path, so it is visited at most once: the time is never
 * exponential. The function loops while there is only one branch, which is the usual case, and otherwise recurses.
 */
function descend(
  trie: Trie,
  from: number,
  path: string,
  start: number,
  count: number,
  bestSoFar: number,
): number {
  const { cells, text } = trie;
  let node = from;
  let at = start;
  let depth = count;
  let best = bestSoFar;
  while (at < path.length) {
    const other = cells[node + OTHER] as number;
    const next = literalAt(cells, text, node, path, at);
    if (next !== 0 && (best === NO_LEAF || (cells[next + ORDER] as number) < best)) {
      const behind = at + (cells[next + LENGTH] as number);
      if (other === 0) {
        node = next;
        at = behind;
        continue;
      }
      best = descend(trie, next, path, behind, depth, best);
    }
    let any = other;
    if (other < 0) {
      const expressions = trie.expressions[-other - 1] as Expressions;
      best = tryExpressions(trie, expressions, path, at, depth, best);
      any = expressions.any;
    }
    if (any === 0 || (cells[any + ORDER] as number) >= best) return best;
    const end = endOfArgument(path, at);
    if (end === 0) return best;
    trail.set(depth++, at, end);
    node = any;
    at = Math.abs(end);
  }
  return atEnd(trie, node, path, depth, best);
}

/** Like {@link descend} at the end of the path, where only an expression that matches the empty string can follow. */
function atEnd(trie: Trie, node: number, path: string, depth: number, bestSoFar: number): number {
  const best = better(trie.cells[node + LEAF] as number, depth, bestSoFar);
  const other = trie.cells[node + OTHER] as number;
  if (other >= 0) return best;
  const expressions = trie.expressions[-other - 1] as Expressions;
  return tryExpressions(trie, expressions, path, path.length, depth, best);
}

/** Returns the node whose literal text comes next in the path; 0 if there is none. */
function literalAt(
  cells: Int32Array,
  text: Uint8Array,
  node: number,
  path: string,
  at: number,
): number {
  const code = path.charCodeAt(at);
  let next = cells[node + LITERAL] as number;
  if (next < 0) next = code < CODES ? (cells[code - next] as number) : 0;
  else while (next !== 0 && cells[next + CODE] !== code) next = cells[next + SIBLING] as number;
  if (next === 0) return 0;
  const length = cells[next + LENGTH] as number;
  if (at + length > path.length) return 0;
  const start = cells[next + START] as number;
  for (let i = 1; i < length; i++) {
    if (text[start + i] !== path.charCodeAt(at + i)) return 0;
  }
  return next;
}

function tryExpressions(
  trie: Trie,
  { segments, rests }: Expressions,
  path: string,
  at: number,
  depth: number,
  bestSoFar: number,
): number {
  const { cells } = trie;
  let best = bestSoFar;
  const end = endOfSegment(path, at);
  for (const { matcher, arguments: count, node } of segments) {
    if ((cells[node + ORDER] as number) >= best) continue;
    if (!matches(matcher, path.slice(at, end), depth)) continue;
    trail.setTexts(depth, count);
    best = descend(trie, node, path, end, depth + count, best);
  }
  for (const { matcher, arguments: count, node } of rests) {
    const leaf = cells[node + LEAF] as number;
    if (leaf >= best || !matches(matcher, path.slice(at), depth)) continue;
    trail.setTexts(depth, count);
    best = better(leaf, depth + count, best);
  }
  return best;
}

function matches(matcher: Matcher, text: string, depth: number): boolean {
  return isUnlimited ? matcher.couldMatch(text) : matcher.match(text, trail.texts, depth);
}

/** Returns the lower of two leaves; stores the arguments if it is the first one. */
function better(leaf: number, count: number, best: number): number {
  if (leaf >= best) return best;
  found.copy(trail, count);
  return leaf;
}

function endOfSegment(path: string, at: number): number {
  let end = at;
  while (end < path.length && path.charCodeAt(end) !== SLASH) end++;
  return end;
}

/** Returns the end of the segment at `at`, negated if it has escapes; 0 if the segment is empty or too long. */
function endOfArgument(path: string, at: number): number {
  let escaped = false;
  let end = at;
  for (; end < path.length; end++) {
    const code = path.charCodeAt(end);
    if (code === SLASH) break;
    if (code === PERCENT) escaped = true;
  }
  const isLong = end - at > MAX_ARGUMENT && !isUnlimited;
  const tooLong = isLong && decode(path.slice(at, end)).length > MAX_ARGUMENT;
  return end === at || tooLong ? 0 : escaped ? -end : end;
}

function segmentsOf(path: string): number {
  let count = 0;
  for (let at = 0; at < path.length; at++) if (path.charCodeAt(at) === SLASH) count++;
  return count;
}
