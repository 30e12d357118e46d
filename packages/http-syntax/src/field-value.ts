import { quote } from '@mortise/base';

// A negated class needs no anchor, so a trailing newline cannot be missed.
const FORBIDDEN = /[^\t -~\x80-\xff]/;

/**
 * Whether a string can be sent as a header value unchanged: visible ASCII, space, tab and the
 * bytes 0x80-0xFF. `''` is valid; NUL, CR, LF, other controls, DEL and characters above U+00FF are not.
 *
 * Leading and trailing whitespace is accepted; {@link trimOws} removes it.
 *
 * @see RFC 9110 5.5
 */
export function isFieldValue(text: string): boolean {
  return !FORBIDDEN.test(text);
}

/**
 * Describes a value that {@link isFieldValue} refuses by its first wrong character, because the rest can be a secret:
 * `U+000A at index 14`.
 */
export function fieldValueFault(value: unknown): string {
  if (typeof value !== 'string') return quote(value);
  const at = value.search(FORBIDDEN);
  const code = value.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0');
  return `U+${code} at index ${at}`;
}

/**
 * Removes optional whitespace (spaces and tabs only) at both ends.
 *
 * @see RFC 9110 5.6.3
 */
export function trimOws(text: string): string {
  let end = text.length;
  const start = skipOws(text, 0);
  while (end > start && isOws(text.charCodeAt(end - 1))) end--;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}

/** Returns the index of the first character at or after `from` that is neither space nor tab. */
export function skipOws(text: string, from: number): number {
  let at = from;
  while (isOws(text.charCodeAt(at))) at++;
  return at;
}

function isOws(code: number): boolean {
  return code === 0x20 || code === 0x09;
}
