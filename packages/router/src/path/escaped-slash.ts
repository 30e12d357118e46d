/**
 * The text of a path that the matcher sees: decoded, but with `%2F` distinct from `/`.
 *
 * A canonical path keeps the escapes of separators (RFC 3986 2.2): an escaped slash is data, a plain one
 * separates. While a string is matched, an escaped one is represented by a character that no valid text contains,
 * an unpaired surrogate. Literals of a pattern never equal it, and no expression matches it as a slash.
 */
export const ESCAPED_SLASH = '\udc2f';
const ESCAPES = /%2f/gi;
/** With the flag `u`, surrogates of whole pairs do not match. */
const STAND_INS = /[%\udc2f]/gu;
const SEPARATORS = /[\\\udc2f]/u;

/** Converts a part of a path to the text that expressions see. A string with a broken escape stays unchanged. */
export function toMatched(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text.replace(ESCAPES, ESCAPED_SLASH));
  } catch {
    return text;
  }
}

/** Reverses {@link toMatched}, so that {@link decode} returns the argument. */
export function fromMatched(text: string): string {
  return text.replace(STAND_INS, (character) => (character === '%' ? '%25' : '%2F'));
}

/** Whether a matched text has a slash or a backslash that was escaped: readers of a path could take it for a separator. */
export function hasEscapedSeparator(matched: string): boolean {
  return SEPARATORS.test(matched);
}

/** Decodes the escapes of a string, once. A string with a broken escape stays unchanged. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Returns literal text of a pattern in the form of a canonical path. Always a flat string: a
 * slice of a longer string would be slower to compare with.
 *
 * @throws {URIError} for an unpaired surrogate
 */
export function canonicalLiteral(text: string): string {
  return encodeURI(text).replace(/[?#]/g, encodeURIComponent);
}
