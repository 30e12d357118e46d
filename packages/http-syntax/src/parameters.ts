import { skipOws } from './field-value.js';
import { quotedStringEnd, unquote } from './quoted-string.js';
import { tokenEnd } from './token.js';

const SEMICOLON = 0x3b;
const EQUALS = 0x3d;
const QUOTE = 0x22;

/** Parameters keyed by lower-case name, in order of appearance; a null-prototype object, so any name is safe. */
export type Parameters = Readonly<Record<string, string>>;

/**
 * Parses `name=value; name="value"` from an index to the end of the text. Values are tokens or
 * quoted strings and keep their case; empty members (`;;`) are skipped; if a name is repeated, the
 * last value wins.
 *
 * @returns null for whitespace around `=`, a missing value, or anything that is not a parameter
 * @see RFC 9110 5.6.6
 */
export function parseParameters(text: string, from: number): Parameters | null {
  const parameters = Object.create(null) as Record<string, string>;
  let at = skipOws(text, from);
  while (at < text.length) {
    if (text.charCodeAt(at) !== SEMICOLON) {
      at = readParameter(text, at, parameters);
      if (at === -1) return null;
    }
    at = skipOws(text, at + 1);
  }
  return parameters;
}

/** Stores one parameter; returns the index of the `;` after it, `text.length` at the end, -1 if it is malformed. */
function readParameter(text: string, at: number, into: Record<string, string>): number {
  const nameEnd = tokenEnd(text, at);
  if (nameEnd === at || text.charCodeAt(nameEnd) !== EQUALS) return -1;
  const from = nameEnd + 1;
  const quoted = text.charCodeAt(from) === QUOTE;
  const valueEnd = quoted ? quotedStringEnd(text, from) : tokenEnd(text, from);
  if (valueEnd <= from) return -1;
  const value = text.slice(from, valueEnd);
  into[text.slice(at, nameEnd).toLowerCase()] = quoted ? unquote(value) : value;
  const end = skipOws(text, valueEnd);
  return end === text.length || text.charCodeAt(end) === SEMICOLON ? end : -1;
}
