import type { Matcher } from './matcher.js';
import type { Step } from './step.js';
import {
  CODE,
  CODES,
  LENGTH,
  LITERAL,
  ORDER,
  OTHER,
  SIBLING,
  START,
  type Branch,
  type Expressions,
  type Trie,
} from './trie.js';

/** The maximum length of a list of literal children; longer lists are replaced with a table. */
const MOST_LISTED = 3;

/** Returns the node at the end of these steps, creating missing nodes on the way. */
export function endOfSteps(trie: Trie, steps: readonly Step[], order: number): number {
  let node = 0;
  for (const step of steps) {
    switch (step.kind) {
      case 'literal':
        node =
          node === 0
            ? behindFirst(trie, step.text, order)
            : behindLiteral(trie, node, step.text, 0, order);
        break;
      case 'any':
        node = behindAny(trie, node, order);
        break;
      case 'segment':
      case 'rest':
        node = behindExpression(trie, node, step, order);
        break;
    }
  }
  return node;
}

/** Like {@link behindLiteral} for the root. Caches the last text, because consecutive routes often share it. */
function behindFirst(trie: Trie, text: string, order: number): number {
  const { last } = trie;
  if (text !== last.text) trie.last = { text, node: behindLiteral(trie, 0, text, 0, order) };
  return trie.last.node;
}

function behindAny(trie: Trie, node: number, order: number): number {
  const other = trie.cells[node + OTHER] as number;
  if (other > 0) return other;
  const expressions = expressionsOf(trie, node);
  if (expressions.any !== 0) return expressions.any;
  const any = trie.addNode(0, 0, order);
  if (other === 0) trie.cells[node + OTHER] = any;
  else trie.expressions[-other - 1] = { ...expressions, any };
  return any;
}

function behindLiteral(
  trie: Trie,
  node: number,
  text: string,
  from: number,
  order: number,
): number {
  if (from === text.length) return node;
  const link = linkTo(trie, node, text.charCodeAt(from));
  let next = trie.cells[link] as number;
  if (next <= 0) {
    const rest = text.slice(from);
    next = trie.addNode(trie.addText(rest), rest.length, order);
    trie.cells[link] = next;
    tabulate(trie, node);
    return next;
  }
  const shared = sharedLength(trie, next, text, from);
  if (shared < (trie.cells[next + LENGTH] as number)) {
    next = underPrefix(trie, next, shared);
    trie.cells[link] = next;
  }
  return behindLiteral(trie, next, text, from + shared, order);
}

/** Returns the index of the cell that holds the child for literals with this first character. */
function linkTo({ cells }: Trie, node: number, code: number): number {
  let link = node + LITERAL;
  let next = cells[link] as number;
  if (next < 0) return code - next;
  while (next !== 0 && cells[next + CODE] !== code) {
    link = next + SIBLING;
    next = cells[link] as number;
  }
  return link;
}

/** Splits a node: returns a new parent for the first characters of its text; the node keeps the rest. */
function underPrefix(trie: Trie, node: number, length: number): number {
  const start = trie.cells[node + START] as number;
  const parent = trie.addNode(start, length, trie.cells[node + ORDER] as number);
  const { cells, text } = trie;
  cells[parent + SIBLING] = cells[node + SIBLING] as number;
  cells[parent + LITERAL] = node;
  cells[node + SIBLING] = 0;
  cells[node + START] = start + length;
  cells[node + LENGTH] = (cells[node + LENGTH] as number) - length;
  cells[node + CODE] = text[start + length] as number;
  return parent;
}

/** Replaces a long list of literal children with a table, because following the list would be slow. */
function tabulate(trie: Trie, parent: number): void {
  const nodes: number[] = [];
  let each = trie.cells[parent + LITERAL] as number;
  for (; each > 0; each = trie.cells[each + SIBLING] as number) nodes.push(each);
  if (nodes.length <= MOST_LISTED) return;
  const table = trie.reserve(CODES);
  for (const node of nodes) trie.cells[table + (trie.cells[node + CODE] as number)] = node;
  trie.cells[parent + LITERAL] = -table;
}

function behindExpression(
  trie: Trie,
  node: number,
  { kind, matcher, arguments: count }: Extract<Step, { readonly matcher: Matcher }>,
  order: number,
): number {
  const all = expressionsOf(trie, node);
  const list = kind === 'segment' ? 'segments' : 'rests';
  const known = all[list].find((each) => each.matcher.key === matcher.key);
  if (known !== undefined) return known.node;
  const branch: Branch = { matcher, arguments: count, node: trie.addNode(0, 0, order) };
  const more = { ...all, [list]: [...all[list], branch] };
  const other = trie.cells[node + OTHER] as number;
  if (other < 0) trie.expressions[-other - 1] = more;
  else trie.cells[node + OTHER] = -trie.expressions.push(more);
  return branch.node;
}

function expressionsOf({ cells, expressions }: Trie, node: number): Expressions {
  const other = cells[node + OTHER] as number;
  return expressions[-other - 1] ?? { any: other, segments: [], rests: [] };
}

/** Returns the length of the common prefix of `text`, from an index on, and the node's text. */
function sharedLength(
  { cells, text: known }: Trie,
  node: number,
  text: string,
  from: number,
): number {
  const start = cells[node + START] as number;
  const most = Math.min(cells[node + LENGTH] as number, text.length - from);
  let length = 0;
  while (length < most && known[start + length] === text.charCodeAt(from + length)) length++;
  return length;
}
