/**
 * The text of a path that the matcher sees: decoded, but with `%2F` distinct from `/`.
 *
 * A path keeps the escapes of the characters that have a meaning in it (RFC 3986 2.2): an escaped
 * one is data, a plain one can separate. While a text is matched, such an escape is represented by one character
 * that no valid text contains, an unpaired surrogate. Literals of a pattern never equal it; an
 * expression that matches `+` matches an escaped one too; no expression matches an escaped slash as a slash.
 */
const STAND_IN = 0xdc00;
const ESCAPES = /%(?:2[146-9A-CFa-cf]|3[ABDabd]|40)/g;
/** With the flag `u`, surrogates of whole pairs do not match. */
const STAND_INS = /[%\udc21\udc24\udc26-\udc2c\udc2f\udc3a\udc3b\udc3d\udc40]/gu;

/** Returns the character that represents an escaped one while it is matched. */
export function standIn(character: string): string {
  return String.fromCharCode(STAND_IN + character.charCodeAt(0));
}

/** Converts a part of a path to the text that expressions see. A text with a broken escape stays unchanged. */
export function toMatched(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(
      text.replace(ESCAPES, (escape) => standIn(decodeURIComponent(escape))),
    );
  } catch {
    return text;
  }
}

/** Reverses {@link toMatched}, so that {@link decode} returns the argument. */
export function fromMatched(text: string): string {
  return text.replace(STAND_INS, (character) =>
    character === '%' ? '%25' : `%${(character.charCodeAt(0) - STAND_IN).toString(16)}`,
  );
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
