import { quote } from '@mortise/base';
import { RouterError } from '../router-error.js';
import {
  ANY_SEGMENT,
  type Part,
  type Placeholder,
  type Variant,
  type Variants,
} from './pattern-parts.js';

const BRACED = /\{\s*[a-zA-Z_][a-zA-Z0-9_-]*\s*[:}]/y;
const SPECIAL = /[{}[:]/g;
/** A segment `*` or `**`, a segment that begins with `*name` (not `*` and a single letter), and `(.*)` or `(.+)`. */
const WILDCARD = /(?:^|\/)\*{1,2}(?:\/|$|[A-Za-z_]\w)|\(\.[*+]\)/;
/** The same in an unparsed pattern, where the brackets of optional parts can be adjacent. */
const WRITTEN_WILDCARD = /(?<=^|[/[])\*{1,2}(?:([A-Za-z_]\w+)|(?=[/[\]]|$))|\(\.[*+]\)/;
const COLON = /:[a-zA-Z_][a-zA-Z0-9_]*/y;

/**
 * Parses a pattern into its variants.
 *
 * A `]` before other text is literal, as in FastRoute. Unlike in FastRoute, braces are never literal: a brace without a
 * placeholder is a typo, and the route would never match.
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
    } else if (pattern[at] === '}') {
      const rule = 'this "}" has no opening "{"; write { and a name before it, or remove it';
      throw RouterError.inPattern('PATTERN_SYNTAX', rule, { pattern, index: at });
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
  if (variants.some(hasWildcard)) throw wildcard(pattern);
  return variants;
}

interface Found {
  readonly part: Placeholder;
  readonly end: number;
}

/** Returns the index of the brackets that close the optional parts; the pattern's length if there are none. */
function endOfBody(pattern: string): number {
  let end = pattern.length;
  while (pattern[end - 1] === ']') end--;
  return end;
}

/** Returns the index of the next character, from `at` on, that might not be literal. */
function endOfLiteral(pattern: string, at: number, end: number): number {
  SPECIAL.lastIndex = at;
  return SPECIAL.test(pattern) ? Math.min(SPECIAL.lastIndex - 1, end) : end;
}

/** @param before the preceding parts; null if `:name` is not a placeholder */
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

function bracedAt(pattern: string, at: number, end: number): Found {
  BRACED.lastIndex = at;
  if (!BRACED.test(pattern)) throw notAPlaceholder(pattern, at, end);
  const name = pattern.slice(at + 1, BRACED.lastIndex - 1).trim();
  if (pattern[BRACED.lastIndex - 1] === '}') {
    return {
      part: { name, expression: ANY_SEGMENT, index: at, expressionIndex: at },
      end: BRACED.lastIndex,
    };
  }
  const close = closingBrace(pattern, BRACED.lastIndex, end);
  if (close === -1) throw unclosed(pattern, at);
  const text = pattern.slice(BRACED.lastIndex, close);
  const expression = text.trim();
  const expressionIndex = BRACED.lastIndex + text.length - text.trimStart().length;
  return { part: { name, expression, index: at, expressionIndex }, end: close + 1 };
}

/** @param at the index of a brace that does not begin a placeholder */
function notAPlaceholder(pattern: string, at: number, end: number): RouterError {
  const close = pattern.indexOf('}', at);
  if (close === -1 || close >= end) return unclosed(pattern, at);
  const word = /\w*/.exec(pattern.slice(at + 1, close).replace(/^[^a-zA-Z_]+/, ''))?.[0];
  const name = word === undefined || word === '' ? 'name' : word;
  const written = quote(pattern.slice(at, close + 1));
  const rule = `${written} is not a placeholder; write {${name}} for a part of a segment, {${name}:.+} for the rest of the path, [/{${name}}] at the end for an optional segment: a name begins with a letter or "_" and contains letters, digits, "_" and "-"`;
  return RouterError.inPattern('PATTERN_SYNTAX', rule, { pattern, index: at });
}

function unclosed(pattern: string, at: number): RouterError {
  const rule =
    'this "{" is not closed; write } after the placeholder, and \\x7b or \\x7d for a brace that an expression matches';
  return RouterError.inPattern('PATTERN_SYNTAX', rule, { pattern, index: at });
}

/** Returns the index of the brace that closes the one before `from`, skipping nested pairs; -1 if there is none. */
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
    const rule = `":${name}" matches one segment; write {${name}:.+} for more, [/{${name}}] for an optional one, {${name}:...} for an expression`;
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
  const rule = `the name "${name}" is used twice; give each placeholder its own name`;
  throw RouterError.inPattern('PATTERN_NAME', rule, { pattern, index });
}

/** Whether a variant contains text that is a wildcard in other routers. */
function hasWildcard(variant: Variant): boolean {
  const text = variant.map((part) => (typeof part === 'string' ? part : '{}')).join('');
  return WILDCARD.test(text);
}

function wildcard(pattern: string): RouterError {
  const found = WRITTEN_WILDCARD.exec(pattern);
  const [written = '*', name = 'path'] = found ?? [];
  const rule = `${quote(written)} is text here, not a wildcard; write {${name}:.+} for the rest of the path, {name} for one segment, {name:\\*} for the character`;
  return RouterError.inPattern('PATTERN_SYNTAX', rule, { pattern, index: found?.index ?? 0 });
}

function refuseEmptyPart(pattern: string, open: number | undefined, at: number): void {
  if (open !== at - 1) return;
  const rule = 'an optional part is empty; write the optional text between [ and ]';
  throw RouterError.inPattern('PATTERN_SYNTAX', rule, { pattern, index: open });
}

function refuseUnpaired(pattern: string, opened: readonly number[], end: number): void {
  const closed = pattern.length - end;
  if (opened.length === closed) return;
  const inner = opened.length > closed ? pattern.indexOf(']', opened[0]) : -1;
  const [rule, index] =
    inner !== -1 && inner < end
      ? [
          'an optional part ends before the end of the pattern; put optional parts at the end, one inside the other',
          inner,
        ]
      : opened.length > closed
        ? ['this "[" is not closed; write ] at the end of the pattern', opened[closed] as number]
        : ['this "]" has no opening "["; write [ before the optional part', end + opened.length];
  throw RouterError.inPattern('PATTERN_SYNTAX', rule, { pattern, index });
}
