/**
 * The character that represents `%2F` while decoded text is matched, so that it differs from `/`.
 *
 * A canonical path keeps the escapes of separators (RFC 3986 2.2): an escaped slash is data, a plain slash separates
 * segments. The character is an unpaired surrogate, which no valid text contains. Literals of a pattern never equal it,
 * and no expression matches it as a slash.
 */
export const ESCAPED_SLASH = '\udc2f';
const ESCAPES = /%2f/gi;
/** With the flag `u`, the surrogates of a pair do not match. */
const STAND_INS = /[%\udc2f]/gu;
const SEPARATORS = /[\\\udc2f]/u;

/** Converts part of a path to the text that expressions match. Text with an invalid escape is returned unchanged. */
export function toMatched(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text.replace(ESCAPES, ESCAPED_SLASH));
  } catch {
    return text;
  }
}

/** Encodes matched text again, so that {@link decode} returns the argument. */
export function fromMatched(text: string): string {
  return text.replace(STAND_INS, (character) => (character === '%' ? '%25' : '%2F'));
}

/** Whether matched text contains an escaped slash or a backslash: other software could treat it as a separator. */
export function hasEscapedSeparator(matched: string): boolean {
  return SEPARATORS.test(matched);
}

/** Decodes the escapes of a string once. A string with an invalid escape is returned unchanged. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Encodes literal text of a pattern like a canonical path. Always returns a flat string, because comparing with a slice
 * of a longer string would be slower.
 *
 * @throws {URIError} for an unpaired surrogate
 */
export function canonicalLiteral(text: string): string {
  return encodeURI(text).replace(/[?#]/g, encodeURIComponent);
}
