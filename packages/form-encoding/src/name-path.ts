import { decodeEscapes, escapedByte } from './decode-escapes.js';
import type { FormCharset } from './form-charset.js';
import type { TreeRules } from './tree-rules.js';

const NUL = 0;
const PERCENT = 0x25;
const PLUS = 0x2b;
const OPEN = 0x5b;
const CLOSE = 0x5d;

/**
 * Splits a name at its brackets: `a[b][]` has the parts `'a'`, `'b'` and `''`.
 *
 * Reads the name in place, within the form, so only its parts are copied. Brackets can be escaped, as browsers do:
 * `a%5Bb%5D` is split without building `a[b]`, and only parts with other escapes are decoded.
 *
 * @param text contains the name from `start` to `end`, which is its end or the position of a separator
 * @param plain the result of {@link plainUntil}
 * @param charset the charset of the escapes; null if the name is already decoded
 * @param path receives the parts; one array for all names, because a new one for each takes a twentieth of the time of
 *   parsing. The first part is `''` if nothing precedes the brackets; a later part is `''` if the value is appended to
 *   a list.
 * @returns the number of parts, at least one; later elements of the array belong to earlier names. With more brackets
 *   than `maxDepth`, reading stops one part after the limit.
 */
export function namePath(
  text: string,
  start: number,
  plain: number,
  end: number,
  charset: FormCharset | null,
  rules: TreeRules,
  path: string[],
): number {
  const { maxDepth, phpNames } = rules;
  const escapes = charset !== null;
  let open = find(OPEN, text, plain, end, escapes);
  const first = decodeEscapes(text, start, open, open === plain ? null : charset);
  path[0] = phpNames ? phpName(first) : first;
  let length = 1;
  while (path[0] !== '' && isAt(OPEN, text, open, end, escapes)) {
    const from = after(text, open);
    const close = find(CLOSE, text, from, end, escapes);
    if (length > maxDepth) return length + 1;
    if (!isAt(CLOSE, text, close, end, escapes)) {
      if (length > 1) return length;
      // PHP treats the rest as part of the name.
      const whole = decodeEscapes(text, start, close, charset).split('[').join('_');
      path[0] = phpNames ? phpName(whole) : whole;
      return 1;
    }
    const key = decodeEscapes(text, from, close, charset);
    path[length++] = isSpace(key) ? '' : key;
    open = after(text, close);
  }
  return length;
}

/** Returns the index of the first bracket, escape or NUL of a name; its end if there is none. */
export function plainUntil(text: string, start: number, end: number): number {
  let at = start;
  for (; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === OPEN || code === PERCENT || code === PLUS || code === NUL) break;
  }
  return at;
}

/** Returns the index of the next bracket, of a NUL before it, or of the end of the name. */
function find(bracket: number, text: string, from: number, end: number, escapes: boolean): number {
  let at = from;
  for (; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === bracket || code === NUL) break;
    if (code === PERCENT && escapes) {
      const byte = escapedByte(text, at);
      if (byte === bracket || byte === NUL) break;
    }
  }
  return at;
}

/** Whether a bracket is at an index, escaped or not. Checks for the end first, because reading past the end is slow. */
function isAt(bracket: number, text: string, at: number, end: number, escapes: boolean): boolean {
  if (at === end) return false;
  const code = text.charCodeAt(at);
  return (code === PERCENT && escapes ? escapedByte(text, at) : code) === bracket;
}

/** Returns the index after a bracket, which takes three characters if it is escaped. */
function after(text: string, bracket: number): number {
  return bracket + (text.charCodeAt(bracket) === PERCENT ? 3 : 1);
}

function phpName(name: string): string {
  return name.replace(/^ +/, '').replace(/[ .]/g, '_');
}

/** Whether a key is a single whitespace character, as defined by C's `isspace`. */
function isSpace(key: string): boolean {
  if (key.length !== 1) return false;
  const code = key.charCodeAt(0);
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}
