import { decodeEscapes, escapedByte } from './decode-escapes.js';
import type { FormCharset } from './form-charset.js';
import type { TreeRules } from './tree-rules.js';

const NUL = 0;
const PERCENT = 0x25;
const PLUS = 0x2b;
const OPEN = 0x5b;
const CLOSE = 0x5d;

/**
 * Splits a name at its brackets: `a[b][]` gives `['a', 'b', '']`.
 *
 * Escapes are read in place, because browsers escape brackets: `a%5Bb%5D` is split without building
 * `a[b]`, and only a part with other escapes is decoded.
 *
 * @param charset of the escapes; null when the name is decoded already
 * @returns at least one part; the first is `''` when nothing stands before the brackets, a later one
 *   where something goes to the end of a list. With more brackets than `maxDepth` reading stops, one
 *   part behind them.
 */
export function namePath(name: string, charset: FormCharset | null, rules: TreeRules): string[] {
  const { maxDepth, phpNames } = rules;
  const escapes = charset !== null;
  let open = find(OPEN, name, 0, escapes);
  const first = decodeEscapes(name.slice(0, open), charset);
  const path = [phpNames ? phpName(first) : first];
  while (path[0] !== '' && codeAt(name, open, escapes) === OPEN) {
    const start = behind(name, open);
    const close = find(CLOSE, name, start, escapes);
    if (path.length > maxDepth) return [...path, ''];
    if (codeAt(name, close, escapes) !== CLOSE) {
      if (path.length > 1) return path;
      // PHP makes one name of all that follows.
      const whole = decodeEscapes(name.slice(0, close), charset).split('[').join('_');
      return [phpNames ? phpName(whole) : whole];
    }
    const key = decodeEscapes(name.slice(start, close), charset);
    path.push(isSpace(key) ? '' : key);
    open = behind(name, close);
  }
  return path;
}

/** Whether a name is its own only part as it stands: without brackets, escapes and NUL. */
export function isPlain(name: string, { phpNames }: TreeRules): boolean {
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at);
    if (code === OPEN || code === PERCENT || code === PLUS || code === NUL) return false;
  }
  return !phpNames;
}

/** Where a bracket stands, or the NUL or the end of the text before it. */
function find(bracket: number, name: string, from: number, escapes: boolean): number {
  let at = from;
  for (; at < name.length; at++) {
    const code = name.charCodeAt(at);
    if (code === bracket || code === NUL) break;
    if (code === PERCENT && escapes) {
      const byte = escapedByte(name, at);
      if (byte === bracket || byte === NUL) break;
    }
  }
  return at;
}

/** What stands at an index, escaped or not; at the end of the text NaN. */
function codeAt(name: string, at: number, escapes: boolean): number {
  const code = name.charCodeAt(at);
  return code === PERCENT && escapes ? escapedByte(name, at) : code;
}

/** The index behind a bracket, which takes three characters when it is escaped. */
function behind(name: string, bracket: number): number {
  return bracket + (name.charCodeAt(bracket) === PERCENT ? 3 : 1);
}

function phpName(name: string): string {
  return name.replace(/^ +/, '').replace(/[ .]/g, '_');
}

/** One character that C's isspace knows. */
function isSpace(key: string): boolean {
  const code = key.charCodeAt(0);
  return key.length === 1 && (code === 0x20 || (code >= 0x09 && code <= 0x0d));
}
