/**
 * The text of a path that the matcher sees: decoded, but with `%2F` distinct from `/`.
 *
 * An escaped slash is data, a plain one separates (RFC 3986 2.2). While a text is matched, an escaped one is represented
 * by a character that no valid text contains, an unpaired surrogate: literals of a pattern never equal it, and no
 * expression matches it as a slash. All other escapes mean the same as the character itself.
 */
export const ESCAPED_SLASH = '\udc2f';
const ESCAPES = /%2f/gi;
/** With the flag `u`, surrogates of whole pairs do not match. */
const MATCHED = /[%\udc2f]/gu;
const ESCAPED_SEPARATOR = /[\\\udc2f]/u;

/** Converts a part of a path to the text that expressions see. A text with a broken escape stays unchanged. */
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
  return text.replace(MATCHED, (character) => (character === '%' ? '%25' : '%2F'));
}

/** Whether the text that expressions see has a slash or a backslash that is escaped in the path. */
export function hasEscapedSeparator(matched: string): boolean {
  return ESCAPED_SEPARATOR.test(matched);
}

/** Decodes the escapes of a text, once. A text with a broken escape stays unchanged. */
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
