import { RouterError } from '../router-error.js';
import {
  ANY_SEGMENT,
  type Part,
  type Placeholder,
  type Variant,
  type Variants,
} from './pattern.js';

const BRACED = /\{\s*[a-zA-Z_][a-zA-Z0-9_-]*\s*[:}]/y;
const SPECIAL = /[{[:]/g;
const COLON = /:[a-zA-Z_][a-zA-Z0-9_]*/y;

/**
 * Reads a pattern into its variants.
 *
 * A brace that begins no placeholder and a `]` before other text are literal, as in FastRoute.
 *
 * @param colonPlaceholders whether `:name` at the beginning of a segment is a placeholder
 * @throws {RouterError} `PATTERN_SYNTAX`, `PATTERN_NAME`
 * @see FastRoute 1.3, its standard route parser
 */
export function parsePattern(pattern: string, colonPlaceholders: boolean): Variants {
  const end = endOfBody(pattern);
  const variants: Variant[] = [];
  const opened: number[] = [];
  let parts: Part[] = [];
  let at = 0;
  while (at < end) {
    const found = placeholderAt(pattern, at, end, colonPlaceholders ? parts : null);
    if (found !== null) {
      refuseRepetition(pattern, parts, found.part);
      parts.push(found.part);
      at = found.end;
    } else if (pattern[at] === '[') {
      refuseEmptyPart(pattern, opened.at(-1), at);
      opened.push(at++);
      variants.push(parts.length > 0 ? parts : ['']);
      parts = [...parts];
    } else {
      const next = endOfLiteral(pattern, at + 1, end);
      appendLiteral(parts, pattern.slice(at, next));
      at = next;
    }
  }
  refuseUnpaired(pattern, opened, end);
  refuseEmptyPart(pattern, opened.at(-1), end);
  variants.push(parts.length > 0 ? parts : ['']);
  return variants;
}

interface Found {
  readonly part: Placeholder;
  readonly end: number;
}

/** Where the closing brackets of the optional parts begin. */
function endOfBody(pattern: string): number {
  let end = pattern.length;
  while (pattern[end - 1] === ']') end--;
  return end;
}

/** Where a character stands, from `at` on, that may be more than literal. */
function endOfLiteral(pattern: string, at: number, end: number): number {
  SPECIAL.lastIndex = at;
  return SPECIAL.test(pattern) ? Math.min(SPECIAL.lastIndex - 1, end) : end;
}

/** @param before the parts before it, for `:name`; null when that is no placeholder */
function placeholderAt(
  pattern: string,
  at: number,
  end: number,
  before: readonly Part[] | null,
): Found | null {
  const character = pattern[at];
  if (character === '{') return bracedAt(pattern, at, end);
  return character === ':' && before !== null ? colonAt(pattern, at, before) : null;
}

function bracedAt(pattern: string, at: number, end: number): Found | null {
  BRACED.lastIndex = at;
  if (!BRACED.test(pattern)) return null;
  const name = pattern.slice(at + 1, BRACED.lastIndex - 1).trim();
  if (pattern[BRACED.lastIndex - 1] === '}') {
    return {
      part: { name, expression: ANY_SEGMENT, index: at, expressionIndex: at },
      end: BRACED.lastIndex,
    };
  }
  const close = closingBrace(pattern, BRACED.lastIndex, end);
  if (close === -1) return null;
  const text = pattern.slice(BRACED.lastIndex, close);
  const expression = text.trim();
  const expressionIndex = BRACED.lastIndex + text.length - text.trimStart().length;
  return { part: { name, expression, index: at, expressionIndex }, end: close + 1 };
}

/** The brace that closes one opened before `from`, counting nested ones; -1 when there is none. */
function closingBrace(pattern: string, from: number, end: number): number {
  let depth = 1;
  for (let at = from; at < end; at++) {
    if (pattern[at] === '{') depth++;
    else if (pattern[at] === '}' && --depth === 0) return at;
  }
  return -1;
}

function colonAt(pattern: string, at: number, parts: readonly Part[]): Found | null {
  const before = parts.at(-1) ?? '/';
  if (typeof before !== 'string' || !before.endsWith('/')) return null;
  COLON.lastIndex = at;
  if (!COLON.test(pattern)) return null;
  const name = pattern.slice(at + 1, COLON.lastIndex);
  const end = COLON.lastIndex;
  if ('+*?('.includes(pattern[end] ?? ' ')) {
    const rule = `":${name}" takes one segment; write {${name}:.+} for more, [/{${name}}] for an optional one, {${name}:...} for an expression`;
    throw RouterError.inPattern('PATTERN_SYNTAX', rule, { pattern, index: end });
  }
  return { part: { name, expression: ANY_SEGMENT, index: at, expressionIndex: at }, end };
}

function appendLiteral(parts: Part[], text: string): void {
  const last = parts.at(-1);
  if (typeof last === 'string') parts[parts.length - 1] = last + text;
  else parts.push(text);
}

function refuseRepetition(
  pattern: string,
  parts: readonly Part[],
  { name, index }: Placeholder,
): void {
  if (!parts.some((part) => typeof part !== 'string' && part.name === name)) return;
  const rule = `the name "${name}" stands twice; give each placeholder a name of its own`;
  throw RouterError.inPattern('PATTERN_NAME', rule, { pattern, index });
}

function refuseEmptyPart(pattern: string, open: number | undefined, at: number): void {
  if (open !== at - 1) return;
  const rule = 'an optional part is empty; write the text that may be left out between [ and ]';
  throw RouterError.inPattern('PATTERN_SYNTAX', rule, { pattern, index: open });
}

function refuseUnpaired(pattern: string, opened: readonly number[], end: number): void {
  const closed = pattern.length - end;
  if (opened.length === closed) return;
  const inner = opened.length > closed ? pattern.indexOf(']', opened[0]) : -1;
  const [rule, index] =
    inner !== -1 && inner < end
      ? [
          'an optional part ends before the pattern does; optional parts stand at the end, one inside the other',
          inner,
        ]
      : opened.length > closed
        ? ['this "[" is not closed; write ] at the end of the pattern', opened[closed] as number]
        : ['this "]" closes nothing; write [ before what may be left out', end + opened.length];
  throw RouterError.inPattern('PATTERN_SYNTAX', rule, { pattern, index });
}
