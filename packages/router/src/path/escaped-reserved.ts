/**
 * How the matcher sees a path: decoded, and yet with `%2F` apart from `/`.
 *
 * A path keeps the escapes of the characters that mean something in it (RFC 3986 2.2): an escaped
 * one is data, a plain one may separate. While a text is matched, such an escape is one character
 * that no text can hold, half of a surrogate pair. Literals of a pattern never equal it; an
 * expression that takes `+` takes an escaped one too; none takes an escaped slash for a slash.
 */
const STAND_IN = 0xdc00;
const ESCAPES = /%(?:2[146-9A-CFa-cf]|3[ABDabd]|40)/g;
/** With `u`, halves of whole pairs do not match. */
const STAND_INS = /[%\udc21\udc24\udc26-\udc2c\udc2f\udc3a\udc3b\udc3d\udc40]/gu;

/** What an escaped character is while it is matched. */
export function standIn(character: string): string {
  return String.fromCharCode(STAND_IN + character.charCodeAt(0));
}

/** A part of a path as expressions see it. A text with a broken escape stays as it is. */
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

/** Undoes {@link toMatched} so far that {@link decode} gives the argument. */
export function fromMatched(text: string): string {
  return text.replace(STAND_INS, (character) =>
    character === '%' ? '%25' : `%${(character.charCodeAt(0) - STAND_IN).toString(16)}`,
  );
}

/** Reads the escapes of a text, once. A text with a broken escape stays as it is. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Literal text of a pattern as it stands in a canonical path. Always a string of its own: one that is
 * a part of a longer string would be slower to compare with.
 *
 * @throws {URIError} for half of a surrogate pair
 */
export function canonicalLiteral(text: string): string {
  return encodeURI(text).replace(/[?#]/g, encodeURIComponent);
}
