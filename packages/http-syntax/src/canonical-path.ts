import { endOfRun } from './char-set.js';
import { characterAt, escapeCharacter, PATH, SEGMENT } from './percent.js';
import { escapedCodePoint, escapeLength } from './percent-escape.js';

const PERCENT = 0x25;
/** Matches C0 controls, DEL, the backslash, and unpaired surrogates, which UTF-8 cannot represent. */
const REFUSED = /[^ -[\]-~\u0080-\ud7ff\ue000-\u{10ffff}]/u;

/**
 * Returns the canonical form of a path, which routing, prefixes, guards and file look-ups all compare.
 *
 * Escapes of characters that can appear unescaped in a segment (`pchar`) are decoded once. All other escapes stay, in
 * upper case, so `%2F` never becomes a separator, nor `%5C` a backslash. Characters that are invalid in a path,
 * including non-ASCII ones, are escaped as UTF-8. Nothing else is changed: `//`, `.`, `..` and a trailing slash stay.
 * The canonical form of a canonical path is the same path, and a plain path is returned without a copy.
 *
 * @param path without query and fragment: a `?` or `#` in it is treated as part of the path and escaped
 * @returns null for NUL (raw or as `%00`), any other raw ASCII control character, a raw backslash, a malformed escape,
 *   escapes that are not UTF-8, and unpaired surrogates
 * @see RFC 3986 2.2, 3.3, 6.2.2
 */
export function canonicalPath(path: string): string | null {
  const plain = endOfRun(PATH, path, 0);
  return plain === path.length ? path : canonicalize(path, plain);
}

function canonicalize(path: string, plain: number): string | null {
  if (REFUSED.test(path)) return null;
  let canonical = path.slice(0, plain);
  let at = plain;
  while (at < path.length) {
    if (path.charCodeAt(at) === PERCENT) {
      const point = escapedCodePoint(path, at);
      if (point <= 0) return null;
      const end = at + escapeLength(point);
      canonical +=
        SEGMENT[point] === 1 ? String.fromCharCode(point) : path.slice(at, end).toUpperCase();
      at = end;
    } else {
      const character = characterAt(path, at);
      canonical += escapeCharacter(character);
      at += character.length;
    }
    const run = endOfRun(PATH, path, at);
    canonical += path.slice(at, run);
    at = run;
  }
  return canonical;
}
