import { ALPHANUMERIC, type CharSet, charSet, endOfRun } from './char-set.js';
import { escapedByte, escapedCodePoint, escapeLength } from './percent-escape.js';

// RFC 3986 2.2, 2.3, 3.3
const UNRESERVED = `${ALPHANUMERIC}-._~`;
const SUB_DELIMS = `!$&'()*+,;=`;
const PCHAR = `${UNRESERVED}${SUB_DELIMS}:@`;

const USER_INFO = charSet(`${UNRESERVED}${SUB_DELIMS}`);
/** Characters that are unescaped in a segment: `pchar` of RFC 3986 3.3. */
export const SEGMENT: CharSet = charSet(PCHAR);
const QUERY = charSet(`${PCHAR}/?`);

/** Characters that are unescaped in a path: `pchar` of RFC 3986 3.3, and the slash. */
export const PATH: CharSet = charSet(`${PCHAR}/`);

const REFERENCE = charSet(`${PCHAR}/?#[]`);
const RECEIVED_PATH = charSet(`${PCHAR}/%\\`);

/**
 * Decodes each percent escape once, as UTF-8. `+` stays a plus.
 *
 * @returns null for a `%` without two hexadecimal digits, and for bytes that are not UTF-8
 * @see RFC 3986 2.1
 */
export function decodePercent(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Like {@link decodePercent}, but an invalid escape stays in the text unchanged: `50%`, `%zz`, `%E9`. */
export function decodePercentLeniently(text: string): string {
  let decoded = '';
  let done = 0;
  for (let at = text.indexOf('%'); at !== -1; at = text.indexOf('%', at)) {
    const point = escapedCodePoint(text, at);
    if (point === -1) at++;
    else {
      decoded += text.slice(done, at) + String.fromCodePoint(point);
      at = done = at + escapeLength(point);
    }
  }
  return decoded + text.slice(done);
}

/**
 * Encodes a string for a single path segment, so `/` is encoded too. Nothing is encoded twice: a valid escape stays
 * unchanged (even `%2f`), a `%` that does not begin one becomes `%25`, and every character that is invalid there
 * becomes the upper-case escapes of its UTF-8 bytes (an unpaired surrogate, those of U+FFFD). Encoding encoded text
 * changes nothing.
 *
 * @see RFC 3986 2.4, 3.3
 */
export function encodePathSegment(text: string): string {
  return encode(SEGMENT, text);
}

/** Like {@link encodePathSegment}, for a whole path: slashes stay. */
export function encodePath(text: string): string {
  return encode(PATH, text);
}

/**
 * Like {@link encodePath}, but keeps a backslash and a `%` that does not begin an escape: for the path of a received
 * request target, which routing must be able to reject.
 */
export function encodeReceivedPath(text: string): string {
  return encode(RECEIVED_PATH, text);
}

/**
 * Like {@link encodePathSegment}, for a query without its `?`: slashes, question marks, `&` and `=` stay (RFC 3986
 * 3.4).
 */
export function encodeQuery(text: string): string {
  return encode(QUERY, text);
}

/** Like {@link encodePathSegment}, for a fragment without its `#`: the rules are those of a query (RFC 3986 3.5). */
export function encodeFragment(text: string): string {
  return encode(QUERY, text);
}

/**
 * Like {@link encodePathSegment}, for a user name or a password, each separately: `:` and `@` are encoded (RFC 3986
 * 3.2.1).
 */
export function encodeUserInfo(text: string): string {
  return encode(USER_INFO, text);
}

/**
 * Like {@link encodePathSegment}, for a whole URI or relative reference: its delimiters stay, including
 * brackets (RFC 3986 4.1). A backslash is encoded.
 */
export function encodeReference(text: string): string {
  return encode(REFERENCE, text);
}

/**
 * Escapes every character except letters, digits and `-._`, including `%`, and writes a space as `+`, like PHP's
 * urlencode.
 */
export function encodeFormComponent(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replace(/[!'()*~]/g, escapeCharacter)
    .replaceAll('%20', '+');
}

function encode(allowed: CharSet, text: string): string {
  let at = endOfRun(allowed, text, 0);
  let encoded = '';
  let done = 0;
  while (at < text.length) {
    if (escapedByte(text, at) === -1) {
      const character = characterAt(text, at);
      encoded += text.slice(done, at) + escapeCharacter(character);
      at = done = at + character.length;
    } else at += 3;
    at = endOfRun(allowed, text, at);
  }
  return done === 0 ? text : encoded + text.slice(done);
}

/** Returns the character at an index: two units for a surrogate pair, one otherwise. */
export function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}

/**
 * Returns the upper-case escapes of one character's UTF-8 bytes, even if it does not have to be escaped; for an
 * unpaired surrogate, those of U+FFFD.
 */
export function escapeCharacter(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x80
    ? `%${code.toString(16).toUpperCase().padStart(2, '0')}`
    : encodeURIComponent(character.toWellFormed());
}
