import { maskOfClass, maskOfProperty, maskOfRange } from './character-mask.js';
import type { ExpressionReader } from './expression-reader.js';

const PROPERTY = /\\[pP]\{[^}]*\}/y;
const CODE = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\})/y;
const CLASS = /\\([dDwWsS])/y;
const SYMBOL = /\\([tnrf]|[^a-zA-Z0-9])/uy;
const CONTROL: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f' };

/** The PCRE meaning of escapes that JavaScript does not have or interprets differently, with what to write instead. */
const PCRE_ONLY: Readonly<Record<string, string>> = {
  h: 'horizontal whitespace; write [\\t ]',
  H: 'any character except horizontal whitespace; write [^\\t ]',
  v: 'vertical whitespace; write [\\n\\r]',
  V: 'any character except vertical whitespace; write [^\\n\\r]',
  R: 'a line break; write [\\n\\r]',
  N: 'any character except a line break; write [^\\n]',
  X: 'a grapheme; write .',
  A: 'the beginning; remove it: an expression matches the whole argument',
  G: 'the beginning; remove it: an expression matches the whole argument',
  Z: 'the end; remove it: an expression matches the whole argument',
  z: 'the end; remove it: an expression matches the whole argument',
  K: 'a reset of the start of the match; use (?<=...)',
  Q: 'quoted text; escape the characters one by one',
  E: 'the end of quoted text; escape the characters one by one',
  p: 'a property; write it in braces, as \\p{L}',
  P: 'a property; write it in braces, as \\P{L}',
  x: 'a code; write \\x and two digits, or \\u{...}',
};

/** A character or a class escape. */
export interface ClassItem {
  /** Its source in a regular expression, valid inside and outside a class. */
  readonly source: string;
  readonly mask: bigint;
  /** The code point, if it is a single character; null for `\w` and similar classes. */
  readonly code: number | null;
}

/** Returns an item that matches exactly this character. */
export function literalItem(character: string): ClassItem {
  const code = character.codePointAt(0) as number;
  const source = /[\^$\\.*+?()[\]{}|/]/.test(character)
    ? `\\${character}`
    : character === '-' || code < 0x20
      ? `\\u{${code.toString(16)}}`
      : character;
  return { source, mask: maskOfRange(code, code), code };
}

/** Parses an escape; the reader is at its `\`. */
export function parseEscape(reader: ExpressionReader): ClassItem {
  const at = reader.at;
  const letter = reader.match(CLASS)?.[1];
  if (letter !== undefined) return { source: `\\${letter}`, mask: maskOfClass(letter), code: null };
  const property = reader.match(PROPERTY)?.[0];
  if (property !== undefined) return propertyItem(reader, property, at);
  const digits = reader.match(CODE)?.slice(1).join('');
  if (digits !== undefined) return codeItem(reader, digits, at);
  const symbol = reader.match(SYMBOL)?.[1];
  if (symbol === undefined) throw reader.refusal(meaning(reader.text[at + 1] ?? ''), at);
  return literalItem(CONTROL[symbol] ?? symbol);
}

function propertyItem(reader: ExpressionReader, source: string, at: number): ClassItem {
  try {
    return { source, mask: maskOfProperty(new RegExp(source, 'u')), code: null };
  } catch {
    throw reader.refusal(
      `JavaScript does not support ${source}; write a supported property, such as \\p{L} or \\p{Script=Greek}`,
      at,
    );
  }
}

function codeItem(reader: ExpressionReader, digits: string, at: number): ClassItem {
  const code = Number.parseInt(digits, 16);
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) {
    throw reader.refusal('invalid code point; write one up to 10FFFF that is not a surrogate', at);
  }
  return literalItem(String.fromCodePoint(code));
}

function meaning(letter: string): string {
  if (letter === '') return 'the expression ends with "\\"; write \\\\ for a backslash';
  if (/\d/.test(letter)) return `\\${letter} refers to a group; write out what it should match`;
  const pcre = PCRE_ONLY[letter];
  return pcre === undefined
    ? `\\${letter} has no meaning here; write ${letter} for the letter`
    : `\\${letter} is PCRE syntax for ${pcre}`;
}
