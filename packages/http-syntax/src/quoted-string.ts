const BACKSLASH = 0x5c;
const QUOTE = 0x22;

/**
 * Returns the index after the quoted string whose opening quote is at `from`.
 *
 * @returns -1 if there is no quote, the string is not closed, or it contains a control character
 * @see RFC 9110 5.6.4
 */
export function quotedStringEnd(text: string, from: number): number {
  if (text.charCodeAt(from) !== QUOTE) return -1;
  for (let at = from + 1; at < text.length; at++) {
    let code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code === BACKSLASH) code = text.charCodeAt(++at);
    if (!isQuotable(code)) return -1;
  }
  return -1;
}

/** Returns the content of a quoted string, without its quotes and with each `\x` replaced by `x`. */
export function unquote(quoted: string): string {
  const inner = quoted.slice(1, -1);
  return inner.includes('\\') ? inner.replace(/\\([\s\S])/g, '$1') : inner;
}

/**
 * Returns a string in quotes, with `"` and `\` escaped.
 *
 * @param text characters that are valid in a header value; not checked
 * @see RFC 9110 5.6.4
 */
export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** Whether a code is HTAB, SP, VCHAR or obs-text; false for `NaN`, the code past the end of a string. */
function isQuotable(code: number): boolean {
  return code === 0x09 || (code >= 0x20 && code !== 0x7f && code <= 0xff);
}
